import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { RecordedReply } from '#core'
import {
  type Act,
  type Ask,
  type FakeEndpoint,
  startEndpoint,
  streamed,
} from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { jsonLines, openProgram, type Program } from '../kit/program.js'

const FILES = { 'value.txt': 'one\n', 'a.txt': 'a\n', 'b.txt': 'b\n' }
const READS = [
  act(['read_file', { path: 'a.txt' }]),
  act(['read_file', { path: 'b.txt' }]),
  act(['read_file', { path: 'value.txt' }]),
  say('They say a, b and one.'),
]
const QUESTION = 'what do the files say?'

interface Box extends Program {
  endpoint: FakeEndpoint
  at: string[]
}

async function open(t: Test, script: (ask: Ask, number: number) => Act): Promise<Box> {
  const models = [{ id: 'fake', context_window: 16_384 }]
  const endpoint = await startEndpoint(script, { models })
  t.teardown(() => endpoint.close())
  return { ...openProgram(t, FILES), endpoint, at: ['--base-url', endpoint.baseUrl, '-m', 'fake'] }
}

/** Answers as recorded; the `at`th chat request never answers. */
function hangsAt(at: number, replies: RecordedReply[]): (ask: Ask, number: number) => Act {
  return ({ step }, number) =>
    number === at ? { end: 'silent' } : streamed(replies[step - 1] ?? say('no more'))
}

/** The body less what only the transport adds. */
function bodyOf(ask: Ask | undefined): string {
  const { stream, stream_options, ...body } = JSON.parse(ask?.body ?? '{}')
  return JSON.stringify(body)
}

/** Waits until the endpoint was asked so often. */
async function asked(box: Box, times: number): Promise<void> {
  while (box.endpoint.asks.length < times) await new Promise((resolve) => setTimeout(resolve, 5))
}

t.test(
  'row 11: SIGINT ends a run with 130; the last line resumes it at the next step',
  async (t) => {
    const box = await open(t, hangsAt(3, READS))
    const running = box.start(['-p', QUESTION, ...box.at, '--deny', "it's secret/*"])
    await asked(box, 3)
    running.child.kill('SIGINT')
    const { code, stdout, stderr } = await running.ended
    t.equal(code, 130)
    t.equal(stdout, '', 'an interruption is no answer')
    const lines = stderr.trimEnd().split('\n')
    t.match(lines.at(-2), /^interrupted by the user; every committed step is kept\. To resume:$/)
    t.equal(stderr.split('interrupted by').length, 2, 'said once')
    const line = lines.at(-1) ?? ''
    t.match(line, / resume t_\w+ --base-url \S+ --deny 'it'\\''s secret\/\*'$/)
    t.match((await box.run(['sessions'])).stdout, /1 task, 1 to resume/)

    const [, words = ''] = line.split(/ (?=resume )/)
    const rest = words
      .replace(/--deny .*/, '')
      .trim()
      .split(' ')
    const resumed = await box.run([...rest, '--output-format', 'stream-json'])
    t.equal(resumed.code, 0)
    const events = jsonLines(resumed.stdout)
    t.match(events[0], { type: 'system', resumed_at: 2 })
    t.same(
      events.filter(({ type }) => type === 'step').map(({ number }) => number),
      [3, 4],
    )
    t.same(
      [...box.endpoint.asksPerStep()],
      [
        [1, 1],
        [2, 1],
        [3, 2],
        [4, 1],
      ],
    )
    t.match(await box.run(['resume', ...box.at]), {
      code: 2,
      stderr: /^error: There is no interrupted task/,
    })
  },
)

t.test(
  'row 24: the limit for questions ends a run with 4, and --max-steps replaces it',
  async (t) => {
    const box = await open(t, ({ step }) => streamed(READS[step - 1] ?? say('no more')))
    const env = { AIRCODER_STEP_LIMITS: '{"question": 2}' }
    const ended = await box.run(['-p', QUESTION, ...box.at], { env })
    t.equal(ended.code, 4)
    t.match(ended.stdout + ended.stderr, /the limit of 2 steps for a question is reached/)
    t.match(ended.stderr, /hint: Set another limit with --max-steps or the setting stepLimits/)
    const resumed = await box.run(['resume', '--max-steps', '9', ...box.at], { env })
    t.match(resumed, { code: 0, stdout: 'They say a, b and one.\n' })
    const wrong = await box.run(['-p', QUESTION, ...box.at], {
      env: { AIRCODER_STEP_LIMITS: '30' },
    })
    t.match(wrong, { code: 2, stderr: /AIRCODER_STEP_LIMITS=\{"question": 30\}/ })
  },
)

t.test(
  'rows 9 and 11: after kill -9, resume asks for the same bytes and for no committed step',
  async (t) => {
    const box = await open(t, hangsAt(3, READS))
    const running = box.start(['-p', QUESTION, ...box.at])
    await asked(box, 3)
    running.child.kill('SIGKILL')
    t.equal((await running.ended).signal, 'SIGKILL')
    const resumed = await box.run(['resume', ...box.at])
    t.equal(resumed.code, 0)
    t.equal(resumed.stdout, 'They say a, b and one.\n')
    const { asks } = box.endpoint
    t.equal(asks[3]?.step, 3)
    t.equal(asks[3]?.body, asks[2]?.body)
    t.same(
      [...box.endpoint.asksPerStep()],
      [
        [1, 1],
        [2, 1],
        [3, 2],
        [4, 1],
      ],
    )
    t.equal((await box.run(['ledger', 'verify'])).code, 0)
  },
)

t.test('a command that was running at kill -9 is not run again, and says so', async (t) => {
  const command = 'echo ran >> count.txt; exec sleep 600'
  const box = await open(t, ({ step }) =>
    streamed([act(['run_command', { command }]), say('It was interrupted.')][step - 1] ?? say('x')),
  )
  const running = box.start(['-p', 'what does it print?', ...box.at, '--permission-mode', 'yolo'])
  while (!existsSync(join(box.cwd, 'count.txt')))
    await new Promise((resolve) => setTimeout(resolve, 5))
  running.child.kill('SIGKILL')
  await running.ended
  const { code, stderr } = await box.run(['resume', ...box.at, '--permission-mode', 'yolo'])
  t.equal(code, 0)
  t.match(
    stderr,
    /^resuming t_\w+: what does it print\?\n! half run, not repeated: echo ran >> count\.txt; exec sleep 600\n/,
  )
  t.equal(readFileSync(join(box.cwd, 'count.txt'), 'utf8'), 'ran\n')
  const rows = await box.run([
    'ledger',
    'sql',
    "SELECT summary FROM evidence WHERE kind = 'shell_output'",
  ])
  t.match(rows.stdout, /interrupted/)
})

t.test('resume finds what a hint sends to it, by no name, by session and by task', async (t) => {
  const edit = act(['write_file', { path: 'a.txt', content: 'b' }])
  const box = await open(t, ({ step }, number) =>
    streamed(
      number > 30 ? say('a.txt holds b.') : step === 1 ? edit : say('It cannot be written.'),
    ),
  )
  const denied = await box.run(['-p', 'write b to a.txt', ...box.at])
  t.equal(denied.code, 3)
  t.match(
    denied.stderr,
    /hint: Not allowed: `a\.txt`\. Pass --permission-mode acceptEdits, then resume\./,
  )
  const said = denied.stdout + denied.stderr
  t.equal(said.split('Mode default asks').length, 3, 'the permission is named twice')
  t.equal(said.match(/permission is missing|permission was missing/g)?.length, 1)
  const sessions = (await box.run(['sessions'])).stdout
  t.match(sessions, /1 task, 1 to resume/)
  t.match((await box.run(['doctor', ...box.at])).stdout, /1 task, 1 to resume/)
  for (const words of [[], [sessions.split(' ')[0] ?? '']]) {
    const again = await box.run(['resume', ...words, ...box.at])
    t.match(again, { code: 3, stderr: /^resuming t_\w+: write b to a\.txt\n/ }, words.join())
  }
  const json = await box.run(['resume', ...box.at, '--output-format', 'json'])
  t.match(jsonLines(json.stdout)[0], { code: 'PERMISSION_DENIED', hint: /then resume/ })
  t.equal(json.stderr, '', 'the hint is in the result')
  t.match(await box.run(['resume', 's_none', ...box.at]), { code: 2, stderr: /No session matches/ })
  t.match(await box.run(['ledger', 'show']), { stdout: /^proven {4}no: /m })
})

t.test('a limit can be resumed, and step numbers go on', async (t) => {
  const box = await open(t, ({ step }) => streamed(READS[step - 1] ?? say('x')))
  t.equal((await box.run(['run', QUESTION, ...box.at, '--max-steps', '2'])).code, 4)
  const { code, stdout } = await box.run(['resume', ...box.at, '--output-format', 'json'])
  t.equal(code, 0)
  t.match(jsonLines(stdout)[0], { subtype: 'resolved', steps: 4 })
})

t.test('inspect prompt gives exactly the body that a step sent, or would send', async (t) => {
  const box = await open(t, ({ step }) => streamed(READS[step - 1] ?? say('x')))
  execFileSync('git', ['init', '-q'], { cwd: box.cwd })
  const before = await box.run(['inspect', 'prompt', ...box.at], {
    input: `${JSON.stringify({ task: QUESTION })}\n`,
  })
  t.equal(before.code, 0)
  t.notOk(existsSync(box.data), 'looking makes no ledger')
  await box.run(['-p', QUESTION, ...box.at, '--max-steps', '2'])
  const session = (await box.run(['sessions'])).stdout.split(' ')[0] ?? ''
  const ask = [{ session, step: 1 }, { session: session.slice(0, 9), step: 2 }, { session }]
  const after = await box.run(['inspect', 'prompt'], {
    input: ask.map((one) => JSON.stringify(one)).join('\n'),
  })
  await box.run(['resume', ...box.at])
  const sent = box.endpoint.asks.map(bodyOf)
  t.equal(sent.length, 4)
  const lines = after.stdout.trimEnd().split('\n')
  t.same([before.stdout.trimEnd(), ...lines], [sent[0], sent[0], sent[1], sent[2]])
  const whole = await box.run(['inspect', 'prompt'], {
    input: [3, 4].map((step) => JSON.stringify({ session, step })).join('\n'),
  })
  t.same(whole.stdout.trimEnd().split('\n'), sent.slice(2))
  const task = 'say it as we did for the files'
  const later = await box.run(['inspect', 'prompt', ...box.at], { input: JSON.stringify({ task }) })
  t.match(later.stdout, 'Earlier tasks in this folder', 'with the record of the first task')
  await box.run(['-p', task, ...box.at, '--max-steps', '1'])
  t.equal(later.stdout.trimEnd(), bodyOf(box.endpoint.asks.at(-1)))
  t.match(later.stdout, 'value.txt', 'and what git says')
  const wrong = await box.run(['inspect', 'prompt'], {
    input: ['nonsense', '{"session":"s_no"}', '{}', JSON.stringify({ session, step: 9 })].join(
      '\n',
    ),
  })
  t.equal(wrong.code, 2)
  for (const line of jsonLines(wrong.stdout)) t.match(line, { error: String })
  t.equal(jsonLines(wrong.stdout).length, 4)
  t.equal((await box.run(['inspect', 'soul'])).code, 2)
})

t.test('row 252: -c and -r go on in a session, with its old request as exact prefix', async (t) => {
  const box = await open(t, ({ step }) =>
    streamed([READS[0], say('It says a.')][step - 1] ?? say('x')),
  )
  await box.run(['-p', 'what does a.txt say?', ...box.at])
  await box.run(['-p', 'and again?', ...box.at, '-c'])
  const session = (await box.run(['sessions'])).stdout.split(' ')[0] ?? ''
  await box.run(['run', 'once more?', ...box.at, '-r', session.slice(0, 10)])
  await box.run(['-p', 'is this new?', ...box.at])
  const messages = box.endpoint.asks.map(({ body }) => JSON.parse(body).messages as unknown[])
  t.equal(messages.length, 8)
  for (let n = 1; n < 6; n += 1) {
    const last = messages[n - 1] ?? []
    t.same(messages[n]?.slice(0, last.length), last, `request ${n + 1} begins as request ${n}`)
  }
  t.equal(messages[6]?.length, 2, 'without a flag a session is new')
  t.same(messages[2]?.at(-1), { role: 'user', content: 'Task: and again?' })
  t.equal((await box.run(['sessions'])).stdout.trimEnd().split('\n').length, 2)
  t.match(await box.run(['-p', 'x?', ...box.at, '-r', 's_nope']), {
    code: 2,
    stderr: /No session matches s_nope/,
  })
})

t.test('--record writes what --script replays to the same end', async (t) => {
  const box = await open(t, ({ step }) => streamed(READS[step - 1] ?? say('x')))
  const file = join(box.home, 'run.jsonl')
  await box.run(['-p', QUESTION, ...box.at, '--record', file])
  t.equal(readFileSync(file, 'utf8').trimEnd().split('\n').length, READS.length)
  const exported = async () => (await box.run(['ledger', 'export', '--canonical'])).stdout
  const first = await exported()
  const data = join(box.home, 'other')
  const replayed = await box.run(['-p', QUESTION, '--script', file, '--data-dir', data])
  t.match(replayed, { code: 0, stdout: 'They say a, b and one.\n' })
  t.equal((await box.run(['ledger', 'export', '--canonical', '--data-dir', data])).stdout, first)
  t.equal(box.endpoint.asks.length, READS.length, 'a replay asks nobody')
  t.match(await box.run(['-p', 'x?', '--script', join(box.home, 'none')]), {
    code: 2,
    stderr: /^error: The recording .*none cannot be used/,
  })
})
