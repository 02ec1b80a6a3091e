import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { reportError } from '#command_line'
import { AircoderError, RunEndedError } from '#core'
import { openLedger } from '#ledger'
import { sayEnglish } from '#terminal'
import type { Desk } from '../../apps/cli/desk/open_desk.js'
import { errorLines } from '../../apps/cli/language/error_lines.js'
import { printLines } from '../../apps/cli/output/in_rows.js'
import { driveHeadless, onlyTask } from '../../apps/cli/run/drive.js'
import type { Wired } from '../../apps/cli/run/wire.js'
import { errorLines as proxyLines } from '../../apps/proxy/error_lines.js'
import { ledgerOf } from '../crash/kit/crash_run.js'
import { serveReplies } from '../kit/fake_endpoint.js'
import { act, openLoop, say } from '../kit/loop.js'
import { jsonLines, openProgram } from '../kit/program.js'

const USED = { promptTokens: 900, completionTokens: 20, reusedPrefixTokens: 10 }

/** What a function prints on standard output and error while it runs. */
function printed(work: () => unknown): { out: string; err: string } {
  const [out, err]: [string[], string[]] = [[], []]
  const { stdout, stderr } = process
  const before = [stdout.write, stderr.write] as const
  stdout.write = (text) => out.push(String(text)) > 0
  stderr.write = (text) => err.push(String(text)) > 0
  try {
    work()
  } finally {
    stdout.write = before[0]
    stderr.write = before[1]
  }
  return { out: out.join(''), err: err.join('') }
}

t.test(
  'a disk that fills up during a run ends in a result that names the task and what it did',
  async (t) => {
    const replies = [
      act(['write_file', { path: 'new.txt', content: 'one\ntwo\n' }]),
      act(['list_dir', { path: 'src' }]),
      ...Array.from({ length: 4 }, () => say('new.txt is written.')),
    ]
    const loop = openLoop(t, { files: { 'a.txt': 'x\n', 'src/b.txt': 'y\n' }, replies })
    const taskId = loop.add('write one and two into new.txt')
    const real = loop.ledger()
    const ledger = {
      ...real,
      commit(step: Parameters<typeof real.commit>[0]) {
        if (step.step === 2) throw new AircoderError('DISK_FULL', { path: real.path })
        return real.commit({ ...step, reply: { ...step.reply, usage: USED } })
      },
      close() {},
    }
    const endpoint = { note: null, place: null }
    const deps = await loop.deps({ ledger })
    const wired = { ledger, deps, audit: () => {}, endpoint, say: sayEnglish }
    const desk: Desk = {
      person: {},
      print() {},
      live: null,
      columns: () => 0,
      begin() {},
      sit() {},
      close() {},
    }
    const how = { flags: { outputFormat: 'json' as const }, desk }
    const error = await driveHeadless(onlyTask(taskId), wired as unknown as Wired, how).catch(
      (thrown) => thrown,
    )
    t.type(error, RunEndedError)
    let code = 0
    const { out, err } = printed(() => {
      code = reportError(error, ['--output-format', 'json'])
    })
    t.equal(code, 1)
    t.match(jsonLines(out), [
      {
        type: 'result',
        subtype: 'failed',
        code: 'DISK_FULL',
        task: taskId,
        session: real.view(taskId).session.id,
        steps: 1,
        changes: [{ path: 'new.txt', added: 2, removed: 0 }],
        usage: { prompt_tokens: 900, completion_tokens: 20, reused_prefix_tokens: 10 },
        hint: `Every committed step is kept. Free at least 20 MB there. Then \`aircoder resume ${taskId}\` continues the task; repeat any other command.`,
      },
    ])
    t.match(err, /^error: The disk is full: [^\n]*\n$/, 'the hint is in the result')
    const { result } = await loop.run(taskId)
    t.match(result, { subtype: 'resolved' }, 'and it goes on from there')
  },
)

t.test('at a terminal an error is broken between words, and a command stays whole', async (t) => {
  const { stderr } = process
  const before = { isTTY: stderr.isTTY, columns: stderr.columns }
  t.teardown(() => Object.assign(stderr, before))
  for (const linesOf of [errorLines, proxyLines]) {
    const error = new AircoderError('NO_SUCH_SESSION', { id: 's_1234567890' })
    const inRows = async (columns: number | undefined) => {
      Object.assign(stderr, { isTTY: columns !== undefined, columns })
      const lines = await linesOf()
      return printed(() => reportError(error, [], null, lines)).err.split('\n')
    }
    const whole = await inRows(undefined)
    const rows = await inRows(30)
    t.ok(rows.length > whole.length)
    t.equal(rows.join(' ').replace(/\s+/g, ' '), whole.join(' ').replace(/\s+/g, ' '))
    const copied = (whole.join(' ').match(/`[^`]+`/g) ?? []).join('')
    t.ok(rows.every((row) => row.length < 30 || copied.includes(row.replace(/[`.]/g, '').trim())))
  }
})

t.test('what init and resume say at a terminal is broken between words', async (t) => {
  const shown = { out: '' }
  const stream = {
    isTTY: true,
    columns: 30,
    write(text: string) {
      shown.out += text
      return true
    },
  } as unknown as NodeJS.WriteStream
  const text = 'Start with `aircoder` in the folder of a project; `aircoder doctor` checks more.'
  printLines(text, stream)
  const rows = shown.out.trimEnd().split('\n')
  t.ok(rows.length > 2 && rows.every((row) => row.length < 30), shown.out)
  t.equal(rows.join(' '), text)
  for (const file of ['init', 'resume']) {
    const source = readFileSync(`apps/cli/commands/${file}.ts`, 'utf8')
    t.notMatch(source, /(?:stdout|stderr)\.write/, 'all lines come through it')
  }
})

t.test('Ctrl+C before the run begins ends in one JSON result too', async (t) => {
  const box = openProgram(t)
  const at = ['--base-url', 'http://127.0.0.1:9/v1', '--wait', '5m', '--output-format']
  for (const [words, signal] of [
    [['run', 'is it so?', ...at, 'json'], 'SIGINT'],
    [['-p', 'is it so?', ...at, 'stream-json'], 'SIGTERM'],
  ] as const) {
    const running = box.start([...words])
    await running.said('waiting for')
    running.child.kill(signal)
    const { code, stdout, stderr } = await running.ended
    t.equal(code, 130, stderr)
    t.match(jsonLines(stdout), [
      { type: 'result', subtype: 'interrupted', code: 'INTERRUPTED', exit_code: 130, task: null },
    ])
  }
})

/** On a machine that is busy the command may be killed before the second Ctrl+C: then that was not tried. */
const TRIES = 3

t.test('a second Ctrl+C ends a run that cannot stop at once, with its result', async (t) => {
  // It outlives the first request to end, for as long as the program waits.
  const command = "trap 'touch asked' TERM INT HUP; touch ready; while :; do sleep 0.1; done"
  let isTried = false
  for (let tries = 0; tries < TRIES && !isTried; tries += 1) {
    const box = openProgram(t)
    const endpoint = await serveReplies([
      act(['write_file', { path: 'a.txt', content: 'a\n' }]),
      act(['run_command', { command }]),
    ])
    t.teardown(() => endpoint.close())
    const at = ['--base-url', endpoint.baseUrl, '--permission-mode', 'yolo']
    const running = box.start(['run', 'write a.txt', ...at, '--output-format', 'json'])
    await exists(join(box.cwd, 'ready'))
    running.child.kill('SIGINT')
    await exists(join(box.cwd, 'asked'), () => running.child.exitCode !== null)
    running.child.kill('SIGINT')
    const { code, stdout, stderr } = await running.ended
    t.equal(code, 130, stderr)
    const changes = [{ path: 'a.txt', added: 1, removed: 0 }]
    const result = { subtype: 'interrupted', code: 'INTERRUPTED', exit_code: 130, changes }
    t.match(jsonLines(stdout), [result])
    t.match(stderr, /To resume:\n.* resume t_\w+ /)
    isTried = hasOpenCommand(ledgerOf(dirname(box.data)) ?? '')
  }
  const skip = 'the machine is too slow: each command was killed before the second Ctrl+C'
  if (!isTried) t.pass('the second Ctrl+C ended the run', { skip })
})

/** A run that ends by itself stores the end of its command. */
function hasOpenCommand(path: string): boolean {
  const ledger = openLedger({ path, readOnly: true })
  try {
    const text = "SELECT count(*) FROM intents WHERE effect = 'command' AND status = 'open'"
    return ledger.sql(text).rows[0]?.[0] === 1
  } finally {
    ledger.close()
  }
}

async function exists(path: string, isOver = () => false): Promise<void> {
  while (!existsSync(path) && !isOver()) await new Promise((resolve) => setTimeout(resolve, 5))
}
