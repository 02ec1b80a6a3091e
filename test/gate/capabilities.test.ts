import t from 'tap'
import { CAPABILITY_SETS, commonCapabilities, type Mode, resolveSettings } from '#core'
import { decide, type GatedTool, gateRequest, loadPrograms } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'

const registry = createRegistry(await loadBuiltinTools())
const programs = await loadPrograms()
type Call = [name: string, args: Record<string, unknown>]

const READ: Call = ['read_file', { path: 'a.txt' }]
const EDIT: Call = ['write_file', { path: 'a.txt', content: 'x' }]
const RUN: Call = ['run_command', { command: 'npm test' }]
const LOOK: Call = ['run_command', { command: 'ls' }]
const SECRET: Call = ['run_command', { command: 'cat .env' }]

function judge(root: string, set: keyof typeof CAPABILITY_SETS, mode: Mode) {
  const workspace = openWorkspace({ root, deny: ['.env'], env: process.env })
  const session = { mode, capabilities: CAPABILITY_SETS[set], allow: ['write_file'], approved: [] }
  return ([name, args]: Call) => {
    const checked = registry.validate({ id: 'c', name, arguments: args })
    if (!checked.ok) throw new Error(checked.message)
    const { tool, input } = checked
    const { decision, rule } = decide(gateRequest({ tool, input, workspace, programs, session }))
    return `${decision} ${rule}`
  }
}

t.test('row 201: a capability set bounds what a run may do, in every mode', async (t) => {
  const root = t.testdir({ 'a.txt': 'a', '.env': 'x' })
  const calls = [READ, EDIT, RUN, LOOK, SECRET]
  const note: Call = ['memory_save', { text: 'x. Why: y. How to apply: z.' }]
  t.equal(judge(root, 'read', 'default')(note), 'deny capability', 'a note is written')
  const no = 'deny capability'
  for (const mode of ['default', 'acceptEdits', 'yolo'] as const) {
    const read = calls.map(judge(root, 'read', mode))
    t.same(read, ['allow mode', no, no, 'allow safe-command', 'deny deny'], `read, ${mode}`)
    const edit = calls.map(judge(root, 'edit', mode))
    t.same(edit, ['allow mode', 'allow allow', no, 'allow safe-command', 'deny deny'], mode)
    const turbo = calls.map(judge(root, 'turbo', mode))
    t.same(
      turbo.slice(0, 4).map((one) => one.split(' ')[0]),
      Array(4).fill('allow'),
      mode,
    )
    t.equal(turbo[4], 'deny deny', 'no set is looser than a deny rule')
  }
  t.same([EDIT, RUN].map(judge(root, 'turbo', 'plan')), ['deny plan-mode', 'deny plan-mode'])
  t.equal(judge(root, 'turbo', 'yolo')(['run_command', { command: 'cat $x' }]), 'ask unsure')
})

t.test('row 201: an agent that another one starts gets what both sets allow', async (t) => {
  const { read, edit, turbo } = CAPABILITY_SETS
  t.same(commonCapabilities(turbo, edit), { ...edit, name: 'turbo and edit' })
  t.same(commonCapabilities(edit, read), { ...read, name: 'edit and read' })
  t.same(commonCapabilities(read, read), read)
  const tool: GatedTool = {
    name: 'start_agent',
    effect: 'plan',
    danger: false,
    spawns: true,
    paths: () => [],
  }
  const workspace = openWorkspace({ root: t.testdir({}), deny: [], env: process.env })
  const rules = [read, edit, turbo].map((capabilities) => {
    const session = { mode: 'yolo' as const, capabilities, allow: [], approved: [] }
    return decide(gateRequest({ tool, input: {}, workspace, programs, session })).decision
  })
  t.same(rules, ['deny', 'deny', 'allow'])
})

t.test('row 201: the setting takes the names of the sets, and no others', async (t) => {
  const of = (capabilities: unknown) =>
    resolveSettings([{ source: 'x.json', values: { capabilities }, trusted: true }]).capabilities
  t.equal(of('edit'), 'edit')
  t.equal(resolveSettings([]).capabilities, undefined)
  t.throws(() => of('turbp'), { code: 'SETTINGS_INVALID', message: /turbo/ })
  const theirs = { source: 'project', values: { capabilities: 'turbo' }, trusted: false }
  t.equal(resolveSettings([theirs]).capabilities, undefined, 'an untrusted project sets none')
})
