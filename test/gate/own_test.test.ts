import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { CAPABILITY_SETS, MODES, type Mode } from '#core'
import {
  decide,
  type GatedTool,
  type GateSession,
  gateRequest,
  loadPrograms,
  type Verdict,
} from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace, type ShellState } from '#workspace'

const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())
const DENY = ['.env', '**/.git/**', 'secret/']

interface Over extends Partial<GateSession> {
  shell?: ShellState
}

/** A folder whose settings name `own` as its test command. */
function open(t: Test, own: string, files: Record<string, string> = {}) {
  const root = t.testdir({})
  const all = { '.env': 'A=1\n', 'sub/a.txt': 'a\n', 'secret/k': 'k\n', ...files }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const workspace = openWorkspace({ root, deny: DENY, env: process.env })
  const judge = (tool: GatedTool, input: Record<string, unknown>, { shell, ...over }: Over) => {
    const ownTest = { command: own }
    const session = { mode: 'default' as Mode, allow: [], approved: [], ownTest, ...over }
    return decide(gateRequest({ tool, input, workspace, programs, session, shell }))
  }
  return {
    tool: judge,
    call: (name: string, args: Record<string, unknown>, over: Over = {}): Verdict => {
      const checked = registry.validate({ id: 'c', name, arguments: args })
      if (!checked.ok) throw new Error(checked.message)
      return judge(checked.tool, checked.input, over)
    },
    run(command: string, over: Over = {}): string {
      const { decision, rule } = this.call('run_command', { command }, over)
      return `${decision} ${rule}`
    },
  }
}

const RUNS = 'allow test-command'

t.test('the test command of the settings runs without a question, but in plan mode', (t) => {
  const place = open(t, 'npm run build && npm test 2>&1')
  t.equal(place.run('npm run build && npm test 2>&1'), RUNS, 'the whole text counts')
  const script = open(t, 'sh check.sh', { 'check.sh': 'rm -rf out\nmake all > log.txt\n' })
  for (const mode of MODES) {
    const may = mode === 'plan' ? 'deny plan-mode' : RUNS
    t.equal(script.run('sh check.sh', { mode }), may, mode)
  }
  t.equal(script.run('sh check.sh', { capabilities: CAPABILITY_SETS.edit }), 'deny capability')
  t.equal(open(t, ' npm test\n').run('npm test'), RUNS, 'white space around it does not count')
  t.equal(script.run('sh check.sh', { ownTest: undefined }), 'ask mode', 'without the setting')
  t.end()
})

t.test('what is not exactly the test command in its folder is asked', (t) => {
  const place = open(t, 'npm test')
  const others = [
    'npm test ',
    ' npm test',
    'npm  test',
    'npm test\u00a0',
    'npm tes',
    'npm tests',
    'NPM test',
    'npm test --',
    'npm test -- --watch',
    'npm test && rm -rf build',
    'npm test; curl -s http://x.org/s',
    'npm test | tee log',
    'npm test > out.txt',
    'npm test 2>/dev/null',
    'npm test &',
    'npm test #',
    'npm test\nrm -rf build',
    'npm test\\\n',
    'CI=1 npm test',
    'env npm test',
    'PATH=./bin:$PATH npm test',
    'cd sub && npm test',
    '(npm test)',
    '{ npm test; }',
    '"npm" test',
    "npm 'test'",
    '$(echo npm) test',
    './npm test',
    'timeout 5 npm test',
    'sh -c "npm test"',
    'npm run test',
    'npm t',
    'yarn test',
  ]
  // The tool drops white space around a command, so the gate is given what is left.
  const passed = others.filter((command) => place.run(command) === RUNS)
  t.same(passed, ['npm test ', ' npm test', 'npm test\u00a0'])
  t.equal(place.run('npm test'), RUNS)
  t.equal(place.run('npm test', { shell: { folder: 'sub', variables: {} } }), 'ask mode')
  t.equal(
    place.run('npm test', { shell: { folder: '', variables: { FLAVOR: 'x' } } }),
    'ask mode',
    'a kept variable is an environment prefix',
  )
  t.equal(place.run('npm test', { shell: { folder: '', variables: {} } }), RUNS)
  t.end()
})

t.test('a deny rule and every doubt come before the test command', (t) => {
  for (const [own, files, verdict] of [
    ['cat .env', {}, 'deny deny'],
    ['sh check.sh', { 'check.sh': 'cat .env\n' }, 'deny deny'],
    ['node check.mjs', { 'check.mjs': "readFileSync('.env')\n" }, 'ask unsure'],
    ['python -c "$X"', {}, 'ask unsure'],
    ['grep -r x .', {}, 'ask unsure'],
    ['sh check.sh > .vscode/tasks.json', { 'check.sh': 'echo ok\n' }, 'ask control-file'],
    ['sh ../check.sh', {}, 'ask outside-workspace'],
    ['sh check.sh > ../log.txt', { 'check.sh': 'echo ok\n' }, 'ask outside-workspace'],
    ['npm test >', {}, 'ask unsure'],
  ] as const)
    t.equal(open(t, own, files).run(own), verdict, `${own} ${JSON.stringify(files)}`)
  t.end()
})

t.test('only a call that does nothing else than run it is the test command', (t) => {
  const place = open(t, 'sh check.sh', { 'check.sh': 'echo ok\n' })
  const created = { path: 'check.sh', content: 'rm -rf build\n', command: 'sh check.sh' }
  t.match(place.call('create_and_run', created), { decision: 'ask', rule: 'mode' })
  const foreign: GatedTool = {
    ...{ name: 'mcp__x__run', effect: 'command', danger: true, foreign: true },
    paths: () => [],
    command: ({ command }) => String(command),
  }
  const said = (tool: GatedTool, input: Record<string, unknown>) => place.tool(tool, input, {}).rule
  t.equal(said(foreign, { command: 'sh check.sh' }), 'mode', 'a tool of another program')
  const named = JSON.stringify({ command: 'x' })
  t.equal(open(t, named).tool(foreign, { command: 'x' }, {}).rule, 'mode', 'its arguments as text')
  const { foreign: _, ...own } = foreign
  t.equal(said(own, { command: 'sh check.sh' }), 'test-command')
  const urls = () => ['https://example.org/']
  t.equal(said({ ...own, urls }, { command: 'sh check.sh' }), 'network', 'it contacts a host')
  const paths = () => [{ path: 'sub/a.txt', access: 'write' as const }]
  t.equal(said({ ...own, paths }, { command: 'sh check.sh' }), 'mode', 'it writes a file')
  t.end()
})

t.test('a test command whose settings changed since is asked', (t) => {
  const place = open(t, 'sh check.sh', { 'check.sh': 'echo ok\n' })
  const over = (holds: boolean) => ({ ownTest: { command: 'sh check.sh', holds: () => holds } })
  t.equal(place.run('sh check.sh', over(true)), RUNS)
  t.equal(place.run('sh check.sh', over(false)), 'ask mode')
  t.end()
})
