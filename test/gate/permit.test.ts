import { rmSync } from 'node:fs'
import t from 'tap'
import type { Mode } from '#core'
import { decide, gateRequest, loadPrograms, type Verdict } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { TOOL_CASES } from './tool_cases.js'
import { commandsOf, plainFolder, plantTree, unchanging } from './tree.js'

const base = plainFolder('permit')
t.teardown(() => rmSync(base, { recursive: true, force: true }))
const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())
const workspace = unchanging(plantTree(base).workspace)

/** One request; the mode is a value in it. */
function ask(name: string, given: Record<string, unknown>): (mode: Mode) => Verdict {
  const checked = registry.validate({ id: 'c', name, arguments: given })
  if (!checked.ok) throw new Error(`${name}: ${checked.message}`)
  const { tool, input } = checked
  const session = { mode: 'default' as const, allow: [], approved: [] }
  const request = gateRequest({ tool, input, workspace, programs, session })
  return (mode) => decide({ ...request, mode })
}

const ATTACKS: { family: string; want: Verdict['decision'][] }[] = [
  { family: 'shell_read', want: ['deny'] },
  { family: 'shell_write', want: ['deny'] },
  { family: 'shell_opaque', want: ['ask'] },
  { family: 'shell_sidedoor', want: ['ask', 'deny'] },
]

for (const { family, want } of ATTACKS) {
  t.test(`row 191: attacks of the family ${family}`, async (t) => {
    const commands = commandsOf(family)
    let silent = 0
    const wrong: string[] = []
    for (const command of commands) {
      const judge = ask('run_command', { command })
      for (const mode of ['default', 'acceptEdits', 'plan', 'yolo'] as const) {
        const { decision, reason } = judge(mode)
        if (decision === 'allow') silent += 1
        // Plan mode denies what is unsure as well.
        const wanted = mode === 'plan' ? [...want, 'deny'] : want
        if (!wanted.includes(decision)) wrong.push(`${mode}: ${command} (${decision}: ${reason})`)
      }
    }
    t.same(wrong, [])
    t.equal(silent, 0, 'nothing ran without a question')
    t.comment(`${family}: ${commands.length} attacks, ${silent} silent runs`)
  })
}

/** Families that only some modes let through. */
const QUIET: { family: string; modes: Mode[] }[] = [
  { family: 'shell_outside', modes: ['default', 'acceptEdits'] },
  { family: 'shell_control', modes: ['default', 'acceptEdits'] },
  { family: 'shell_silent', modes: ['default', 'acceptEdits', 'plan'] },
]

for (const { family, modes } of QUIET) {
  t.test(`row 191: commands of the family ${family} are never silent`, async (t) => {
    const wrong: string[] = []
    for (const command of commandsOf(family)) {
      const judge = ask('run_command', { command })
      for (const mode of modes) {
        const { decision, reason } = judge(mode)
        if (decision === 'allow') wrong.push(`${mode}: ${command} (${reason})`)
      }
    }
    t.same(wrong, [])
  })
}

t.test('benign commands that resemble attacks are allowed where commands are', async (t) => {
  const commands = commandsOf('benign')
  const judged = commands.map((command) => ({ command, judge: ask('run_command', { command }) }))
  const refused = judged.filter(({ judge }) => judge('yolo').decision !== 'allow')
  t.same(
    refused.map(({ command }) => command),
    [],
  )
  const denied = judged.filter(({ judge }) => judge('default').decision === 'deny')
  t.same(
    denied.map(({ command }) => command),
    [],
    'and none is denied for a name that resembles a denied one',
  )
  t.comment(`benign: ${commands.length} commands, ${commands.length - refused.length} allowed`)
})

t.test(
  'row 196: tool calls with paths: attacks, places outside, links, control files',
  async (t) => {
    for (const { family, tool, arguments: given, mode, want } of TOOL_CASES) {
      const { decision, reason } = ask(tool, given)(mode)
      t.equal(decision, want, `${family} ${mode} ${tool} ${JSON.stringify(given)}: ${reason}`)
    }
    t.comment(`tools: ${TOOL_CASES.length} cases`)
  },
)

t.test('there are enough cases of every family', async (t) => {
  const attacks = ATTACKS.map(({ family }) => commandsOf(family).length)
  t.ok(attacks.every((count) => count >= 90))
  t.ok(attacks.reduce((sum, count) => sum + count, 0) + TOOL_CASES.length >= 1_000)
  t.ok(commandsOf('benign').length >= 250)
})
