import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { type FakeEndpoint, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { jsonLines, openProgram, type Program } from '../kit/program.js'

const TOKEN = 'ghp_0123456789abcdefghijklmnop'
const REPLIES = [
  act(['read_file', { path: 'value.txt' }], ['read_file', { path: '.env' }]),
  act(
    ['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }],
    ['write_file', { path: 'big.txt', content: 'x'.repeat(5_000) }],
  ),
  act(
    ['run_command', { command: `echo ${TOKEN} \u202e` }],
    ['read_file', { nonsense: 1 }],
    ['run_command', { command: 'touch x' }],
  ),
  say('It is done.'),
]

async function open(t: Test, replies = REPLIES) {
  const endpoint = await startEndpoint(({ step }) => streamed(replies[step - 1] ?? say('Done.')))
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'value.txt': 'one\n', '.env': 'S=1\n' })
  return { endpoint, box }
}

function run(box: Program, endpoint: FakeEndpoint, ...more: string[]) {
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'acceptEdits']
  return box.run([...at, '--allow', 'run_command:echo *', '-p', 'Change value.txt.', ...more])
}

function logOf(box: Program): string {
  const projects = join(box.data, 'projects')
  return join(projects, readdirSync(projects)[0] ?? '', 'audit.jsonl')
}

async function callsIn(box: Program): Promise<number> {
  const count = 'SELECT count(*) AS n FROM calls WHERE rule IS NOT NULL'
  return Number(/\d+/.exec((await box.run(['ledger', 'sql', count])).stdout)?.[0])
}

const keysOf = (path: string) =>
  jsonLines(readFileSync(path, 'utf8')).map(({ task, step, call }) => `${task} ${step} ${call}`)

t.test(
  'row 203: every call that came to the gate is a line, with what the gate said',
  async (t) => {
    const { endpoint, box } = await open(t)
    await run(box, endpoint)
    const path = logOf(box)
    t.equal(statSync(path).mode & 0o777, 0o600)
    const text = readFileSync(path, 'utf8')
    t.notOk(text.includes(TOKEN), 'redacted as in the ledger')
    t.notOk(text.includes('\u202e'))
    const lines = jsonLines(text)
    t.match(lines, [
      { step: 1, call: 0, tool: 'read_file', arguments: { path: 'value.txt' }, decision: 'allow' },
      { step: 1, call: 1, tool: 'read_file', decision: 'deny', rule: 'deny', ok: false, ms: null },
      { step: 2, call: 0, tool: 'patch_file', decision: 'allow', rule: 'mode', ok: true },
      { step: 2, call: 1, tool: 'write_file', arguments_hash: /^[0-9a-f]{64}$/, ok: true },
      { step: 3, call: 0, tool: 'run_command', decision: 'allow', rule: 'allow', asked: false },
      { step: 3, call: 2, decision: 'deny', rule: 'mode', asked: false },
    ])
    t.equal(lines.length, 6, 'the call that broke its schema never came to the gate')
    t.notOk('arguments' in (lines[3] ?? {}))
    const ids = new Set(lines.map(({ session, task }) => `${session} ${task}`))
    t.equal(ids.size, 1)
    t.match(lines[0], { at: /^\d{4}-\d\d-\d\dT/, session: /^s_/, task: /^t_/ })
    t.ok(lines.filter(({ ms }) => typeof ms === 'number').length >= 4)
  },
)

t.test('what a kill left out or cut is filled in by the next run, and nothing twice', async (t) => {
  const { endpoint, box } = await open(t)
  await run(box, endpoint)
  const path = logOf(box)
  const whole = readFileSync(path, 'utf8')
  const lines = whole.split('\n').slice(0, -1)
  const damages: [string, () => void][] = [
    ['a missing last line', () => writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`)],
    ['a last line cut short', () => truncateSync(path, whole.length - 20)],
    ['a first line cut short', () => truncateSync(path, 10)],
    ['all lines of a step missing', () => writeFileSync(path, `${lines.slice(0, 3).join('\n')}\n`)],
    ['no file', () => rmSync(path)],
    ['nothing missing', () => {}],
  ]
  for (const [name, damage] of damages) {
    damage()
    await run(box, endpoint, '--max-steps', '1')
    const text = readFileSync(path, 'utf8')
    t.ok(text.startsWith(whole), name)
    const keys = keysOf(path)
    t.equal(new Set(keys).size, keys.length, `${name}: none twice`)
    t.equal(keys.length, await callsIn(box), `${name}: none missing`)
    writeFileSync(path, whole)
  }
})

t.test(
  'another ledger, or a session that was removed, leaves what is written as it is',
  async (t) => {
    const { endpoint, box } = await open(t)
    await run(box, endpoint)
    const path = logOf(box)
    const first = readFileSync(path, 'utf8')
    const id = /s_\w+/.exec((await box.run(['sessions'])).stdout)?.[0] ?? ''
    t.equal((await box.run(['sessions', 'rm', id, '--yes'])).code, 0)
    await run(box, endpoint)
    const second = readFileSync(path, 'utf8')
    t.ok(second.startsWith(first))
    t.equal(keysOf(path).length, 12)
    for (const name of readdirSync(dirname(path)).filter((name) => name.startsWith('ledger')))
      rmSync(join(dirname(path), name), { recursive: true })
    await run(box, endpoint)
    t.ok(readFileSync(path, 'utf8').startsWith(second))
    t.equal(new Set(keysOf(path)).size, 18)
  },
)

t.test(
  'a log that cannot be written is reported once, and nothing goes through a link',
  async (t) => {
    const { endpoint, box } = await open(t)
    await run(box, endpoint, '--max-steps', '1')
    const path = logOf(box)
    const target = join(box.home, 'target.txt')
    writeFileSync(target, 'mine\n')
    rmSync(path)
    symlinkSync(target, path)
    const { code, stderr } = await run(box, endpoint)
    t.not(code, 2)
    t.equal(stderr.match(/audit\.jsonl cannot be written/g)?.length, 1, stderr)
    t.equal(readFileSync(target, 'utf8'), 'mine\n')
    rmSync(path)
    appendFileSync(path, '')
    await run(box, endpoint)
    t.equal(new Set(keysOf(path)).size, keysOf(path).length)
    t.ok(existsSync(target))
    t.ok(keysOf(path).length >= 14, 'what the link kept away was filled in')
  },
)
