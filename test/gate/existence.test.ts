import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { MODES, type Mode } from '#core'
import { decide, foreignTool, gateRequest, loadPrograms, type Verdict } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { COMMAND_SHAPES, hasPattern } from './command_shapes.js'
import { plainFolder, plantTree } from './tree.js'

const base = plainFolder('existence')
t.teardown(() => rmSync(base, { recursive: true, force: true }))
const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())
const { work, home, workspace } = plantTree(base)
const session = { mode: 'default' as Mode, allow: [], approved: [] }
const STRICTNESS = { allow: 0, ask: 1, deny: 2 }

type Verdicts = Record<Mode, Verdict>

function judgeCommand(command: string): Verdicts {
  const checked = registry.validate({ id: 'c', name: 'run_command', arguments: { command } })
  if (!checked.ok) throw new Error(checked.message)
  const { tool, input } = checked
  return inAllModes(gateRequest({ tool, input, workspace, programs, session }))
}

function judgeForeign(input: Record<string, unknown>): Verdicts {
  const tool = foreignTool('mcp__x__y', input, workspace)
  return inAllModes(gateRequest({ tool, input, workspace, programs, session }))
}

function inAllModes(request: Parameters<typeof decide>[0]): Verdicts {
  const entries = MODES.map((mode) => [mode, decide({ ...request, mode })] as const)
  return Object.fromEntries(entries) as Verdicts
}

/** What comes to exist at a path: content that no rule protects. */
const CREATED: Record<string, (path: string) => void> = {
  'a file': (path) => writeFileSync(path, 'ok\n'),
  'a folder': (path) => mkdirSync(path),
  'a link to a file inside': (path) => symlinkSync(join(work, 'src/app.ts'), path),
}

/** Calls `use` while something is at the path, then removes it and the folders made for it. */
function whileThere(path: string, create: (path: string) => void, use: () => void): void {
  const made = mkdirSync(dirname(path), { recursive: true })
  create(path)
  try {
    use()
  } finally {
    rmSync(made ?? path, { recursive: true, force: true })
  }
}

const name = fc.stringMatching(/^zz[a-z0-9]{1,6}$/)
const outside = fc
  .tuple(
    fc.constantFrom(
      '../out/',
      '../',
      'src/../../out/',
      'nothere/../../',
      '~/',
      '~/new/',
      `${base}/`,
    ),
    name,
  )
  .map((parts) => parts.join(''))
const inside = fc
  .tuple(fc.constantFrom('', './', 'src/', 'new/deep/', 'src/../', `${work}/`), name)
  .map((parts) => parts.join(''))
const denied = fc
  .tuple(fc.constantFrom('secrets/', 'secrets/new/', '.env.', 'config/../.env.', '~/.ssh/'), name)
  .map((parts) => parts.join(''))
const anyPath = fc.oneof(outside, inside, denied)

const lexical = (path: string) => resolve(work, path.replace(/^~/, home))
const isOutside = (path: string) => !`${lexical(path)}/`.startsWith(`${work}/`)
const isDenied = (path: string) => /secrets\/|\.env\.|\.ssh\//.test(path)
const runs = Number(process.env.EXISTENCE_RUNS ?? 600)

function assertSame(path: string, judge: () => Verdicts, what: string): void {
  const before = judge()
  for (const mode of ['default', 'acceptEdits'] as const)
    if (isOutside(path) && before[mode].decision === 'allow')
      throw new Error(`${what} is allowed in ${mode}, and the path lies outside`)
  for (const [kind, create] of Object.entries(CREATED))
    whileThere(lexical(path), create, () => {
      const after = judge()
      for (const mode of MODES) {
        const [was, is] = [before[mode], after[mode]]
        if (STRICTNESS[is.decision] > STRICTNESS[was.decision])
          throw new Error(
            `${what} in ${mode}: ${was.decision} (${was.rule}), and with ${kind} there ${is.decision}: ${is.reason}`,
          )
      }
    })
}

t.test('the verdict on a command does not become stricter when its path comes to exist', (t) => {
  const property = fc.property(fc.constantFrom(...COMMAND_SHAPES), anyPath, (shape, path) => {
    fc.pre(!(hasPattern(shape) && isDenied(path)))
    // An archive that is there is read: one that cannot be listed is asked.
    fc.pre(!/^(?:tar|unzip|jar)\b/.test(shape))
    // Inside of quotes a tilde is a name like any other.
    fc.pre(!(path.startsWith('~') && /=--|"|--?[\w-]+=|-o@@|key=|-v @@/.test(shape)))
    const command = shape.replaceAll('@@', path)
    assertSame(path, () => judgeCommand(command), command)
  })
  const outcome = fc.check(property, { numRuns: runs })
  t.equal(outcome.failed ? `${outcome.errorInstance}` : '', '')
  t.end()
})

t.test('each shape of a command is asked for a path outside that does not exist', (t) => {
  const allowed = COMMAND_SHAPES.filter((shape) => {
    const command = shape.replaceAll('@@', `${base}/zz_none/deep`)
    return judgeCommand(command).default.decision === 'allow'
  })
  t.same(allowed, [])
  t.end()
})

t.test('the verdict on a tool of another program does not depend on what exists', (t) => {
  const keys = fc.constantFrom('q', 'path', 'text', 'target', 'value')
  const property = fc.property(keys, anyPath, (key, path) => {
    assertSame(path, () => judgeForeign({ [key]: path }), `${key} ${path}`)
  })
  const outcome = fc.check(property, { numRuns: runs / 4 })
  t.equal(outcome.failed ? `${outcome.errorInstance}` : '', '')
  t.end()
})
