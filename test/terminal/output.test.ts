import t from 'tap'
import type { Event, TaskResult, ToolCall } from '#core'
import { createScreen, createTheme, eventJson, resultJson } from '#terminal'

const call: ToolCall = {
  id: 'c1',
  name: 'read_file',
  arguments: { path: 'a.txt', deep: { x: [1] } },
}
const result: TaskResult = {
  subtype: 'resolved',
  taskId: 't_1',
  sessionId: 's_1',
  steps: 2,
  text: 'done',
  cites: ['e1'],
  changes: [{ path: 'a.txt', added: 1, removed: 2 }],
  usage: { promptTokens: 10, completionTokens: 5, reusedPrefixTokens: 4 },
  rebuilds: { total: 3, early: 0 },
  durationMs: 7,
  proven: true,
  grade: 'tested',
  reason: '',
  changedTests: [],
}
const EVENTS: Event[] = [
  {
    type: 'init',
    taskId: 't_1',
    sessionId: 's_1',
    cwd: '/here',
    model: 'm',
    tools: ['read_file'],
    mode: 'default',
    sandbox: 'none',
    resumedAt: 3,
  },
  { type: 'note', text: 'look' },
  { type: 'waiting', text: 'queue 2 of 3' },
  { type: 'thinking', text: 'hm' },
  { type: 'delta', text: 'He' },
  { type: 'reply', number: 4, text: 'Hello', problem: null },
  {
    type: 'reply',
    number: 4,
    text: '',
    problem: { code: 'parser_error', message: 'no', excerpt: 'x' },
  },
  { type: 'tool_call', number: 4, call, describe: 'read a.txt' },
  { type: 'permission', call, decision: 'deny', reason: 'why', rule: 'mode', asked: false },
  { type: 'tool_result', number: 4, callId: 'c1', tool: 'read_file', ok: true, text: 'x' },
  {
    type: 'step',
    number: 4,
    evidence: [{ id: 'e1', kind: 'file_read', subject: 'a.txt', summary: 'read\nmore' }],
    promptTokens: 1_000,
    reusedPrefixTokens: 900,
    rebuilt: false,
  },
  { type: 'result', result },
]

t.test('events have the field names of the contract', async (t) => {
  t.same(EVENTS.map(eventJson), [
    {
      type: 'system',
      subtype: 'init',
      cwd: '/here',
      model: 'm',
      tools: ['read_file'],
      mode: 'default',
      sandbox: 'none',
      task: 't_1',
      session: 's_1',
      resumed_at: 3,
    },
    { type: 'system', subtype: 'note', text: 'look' },
    { type: 'system', subtype: 'waiting', text: 'queue 2 of 3' },
    { type: 'assistant', thinking: 'hm' },
    { type: 'assistant', delta: 'He' },
    { type: 'assistant', step: 4, text: 'Hello', problem: null },
    { type: 'assistant', step: 4, text: '', problem: { code: 'parser_error', message: 'no' } },
    { type: 'tool_call', step: 4, id: 'c1', name: 'read_file', arguments: call.arguments },
    {
      type: 'permission',
      tool: 'read_file',
      id: 'c1',
      decision: 'deny',
      reason: 'why',
      rule: 'mode',
      asked: false,
    },
    { type: 'tool_result', step: 4, id: 'c1', name: 'read_file', ok: true, text: 'x' },
    { type: 'step', number: 4, evidence: ['e1'], prompt_tokens: 1_000, reused_prefix_tokens: 900 },
    resultJson(result),
  ])
  t.same(resultJson(result), {
    type: 'result',
    subtype: 'resolved',
    task: 't_1',
    session: 's_1',
    steps: 2,
    text: 'done',
    proven: true,
    grade: 'tested',
    reason: '',
    changed_tests: [],
    cites: ['e1'],
    changes: [{ path: 'a.txt', added: 1, removed: 2 }],
    usage: { prompt_tokens: 10, completion_tokens: 5, reused_prefix_tokens: 4 },
    rebuilds: { total: 3, early: 0 },
    duration_ms: 7,
    code: 'RESOLVED',
    exit_code: 0,
    hint: '',
  })
})

interface Shown {
  text: string
  /** What `end` leaves to be printed; null: it is on the screen. */
  answer: string | null
}

function show(
  events: Event[],
  { color = false, verbose = false }: { color?: boolean; verbose?: boolean } = {},
): Shown {
  let text = ''
  const write = (more: string) => {
    text += more
  }
  const theme = createTheme('dark', color ? 16 : 0)
  const screen = createScreen({ write, theme: () => theme, verbose })
  for (const event of events) screen.show(event)
  const last = events.at(-1)
  const answer = last?.type === 'result' ? screen.end(last.result) : null
  return { text, answer }
}

const shown = (...given: Parameters<typeof show>): string => show(...given).text

t.test('verbose prints everything, and nothing that a terminal obeys', async (t) => {
  t.equal(
    shown(EVENTS, { verbose: true }),
    `${[
      'task t_1 · m · mode default, resumed after step 3',
      '! look',
      '… queue 2 of 3',
      'hm',
      'He',
      'Hello',
      '! parser_error: no',
      '› read a.txt',
      '  denied (mode): why',
      '  step 4 committed · 1,000 prompt tokens, 90 % of it reused · e1 file_read: read',
    ].join('\n')}\n`,
  )
  const evil = shown([
    { type: 'reply', number: 1, text: 'a\x1b[2Jb', problem: null },
    { type: 'tool_call', number: 1, call, describe: 'read \x1b[2J' },
    {
      type: 'tool_result',
      number: 1,
      callId: 'c',
      tool: 'x',
      ok: false,
      text: 'one \x1b]0;x\x07',
    },
  ])
  t.equal(evil, 'a<1b>[2Jb\n› read <1b>[2J\n  one <1b>]0;x<07>\n')
})

const STEP = EVENTS.find(({ type }) => type === 'step') as Event
const said = (text: string): Event => ({ type: 'reply', number: 1, text, problem: null })
const action: Event = { type: 'tool_call', number: 1, call, describe: 'read a.txt' }
const ending = (text: string): Event => ({ type: 'result', result: { ...result, text } })

t.test('quiet prints actions, words and problems, and no bookkeeping', async (t) => {
  const correction: Event = { type: 'note', text: 'sent to the model: cite it', detail: true }
  t.same(
    show([
      said('I read it.'),
      action,
      STEP,
      correction,
      said('It says x.'),
      STEP,
      ending('It says x.'),
    ]),
    {
      text: 'I read it.\n› read a.txt\n',
      answer: 'It says x.',
    },
  )
  t.equal(shown([{ type: 'note', text: 'the edits were reverted' }]), '! the edits were reverted\n')
  t.equal(shown([EVENTS[0] as Event]), 'resumed after step 3\n')
})

t.test('a problem that repeats itself, or that the end repeats, is printed once', async (t) => {
  const message = 'The recording has 1 reply, and the task needs more.'
  const failed: Event = {
    type: 'reply',
    number: 2,
    text: '',
    problem: { code: 'inference_error', message },
  }
  t.same(show([action, failed, STEP, failed, STEP, failed, STEP, ending(`gave up: ${message}`)]), {
    text: '› read a.txt\n',
    answer: `gave up: ${message}`,
  })
  t.same(
    show([failed, STEP, failed, STEP, action, said('It says x.'), STEP, ending('It says x.')]),
    { text: `! ${message}\n› read a.txt\n`, answer: 'It says x.' },
  )
})

t.test(
  'a server that dies in each reply is one problem, and a wait is one line of a log',
  async (t) => {
    const message = 'The reply was interrupted: the connection was closed.'
    const cut: Event = {
      type: 'reply',
      number: 1,
      text: 'The answer',
      problem: { code: 'inference_error', message },
    }
    const wait = (seconds: string): Event => ({
      type: 'waiting',
      text: `waiting for http://x (refused): ${seconds} s of 9.0 s, next try in ${seconds} s`,
    })
    const { text } = show([
      cut,
      wait('0.2'),
      wait('1.2'),
      wait('4'),
      STEP,
      cut,
      STEP,
      cut,
      STEP,
      action,
    ])
    t.equal(text.split(message).length, 2, text)
    t.equal(text.split('waiting for').length, 2, text)
    t.equal(
      show([cut, STEP, said('It is x.'), STEP, cut, STEP, action]).text.split(message).length,
      3,
    )
    const gaveUp = `gave up after 3 replies in a row that could not be used: ${message}`
    const more = { ...cut, text: 'The answer is' }
    const ended = show([action, cut, wait('1'), STEP, more, STEP, cut, STEP, ending(gaveUp)])
    t.notMatch(ended.text, message, 'the end says it')
    t.equal(ended.answer, gaveUp)
  },
)

t.test(
  'of a broken call a person sees what was wrong, and with -v the whole correction',
  async (t) => {
    const schema = '{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}'
    const why = 'A call was written as text, but it has no end.'
    const message = `${why} No call was run. Send the whole call again as valid JSON. The arguments of read_file follow this schema: ${schema}`
    const broken: Event = {
      type: 'reply',
      number: 2,
      text: '',
      problem: { code: 'parser_error', message },
    }
    t.equal(show([broken, STEP, action]).text, `! ${why}\n› read a.txt\n`)
    const gaveUp = `gave up after 5 replies in a row that could not be used: ${why}`
    t.same(show([action, broken, STEP, broken, STEP, ending(gaveUp)]), {
      text: '› read a.txt\n',
      answer: gaveUp,
    })
    t.match(shown([broken, STEP], { verbose: true }), schema)
  },
)

t.test('the answer is printed once, wherever the words were', async (t) => {
  const resolve: Event = {
    type: 'tool_call',
    number: 1,
    call,
    describe: 'resolve (e2): value.txt says two',
    isPlan: true,
  }
  t.same(show([action, said('Now it is done.'), resolve, STEP, ending('value.txt says two')]), {
    text: '› read a.txt\nNow it is done.\n',
    answer: 'value.txt says two',
  })
  t.same(
    show([said('It says x.'), STEP, ending('unproven: It says x.')]),
    { text: '', answer: 'unproven: It says x.' },
    'the words are part of the answer',
  )
  t.same(
    show([said('Maybe.'), STEP, said('It says x.'), STEP, ending('It says x.')]),
    { text: 'Maybe.\n', answer: 'It says x.' },
    'words that were not the answer are kept',
  )
  t.same(
    show([said('Done.'), STEP, said('Done.'), STEP, ending('unproven: Done.')]),
    { text: '', answer: 'unproven: Done.' },
    'words that are repeated are printed once',
  )
  const check: Event = {
    type: 'tool_call',
    number: 1,
    call: { ...call, id: 'auto_check', origin: 'program' },
    describe: 'run npm test',
  }
  t.same(
    show([said('It says x.'), check, STEP, ending('It says x.')]),
    { text: '› run npm test\n', answer: 'It says x.' },
    'a check that the program adds does not print the words before it',
  )
  const streamed: Event[] = [
    { type: 'delta', text: 'It says' },
    { type: 'delta', text: ' x.' },
  ]
  t.same(
    show([...streamed, said('It says x.'), STEP, ending('It says x.')], { verbose: true }).answer,
    null,
    'a streamed answer is on the screen',
  )
})

t.test('a denial is printed once, a failure by its first line', async (t) => {
  const reason = 'why it may not run, at some length. '.repeat(5)
  const failed: Event = {
    type: 'tool_result',
    number: 1,
    callId: call.id,
    tool: 'read_file',
    ok: false,
    text: `Not allowed: ${reason}\nmore`,
  }
  const denied: Event = {
    type: 'permission',
    call,
    decision: 'deny',
    reason,
    rule: 'deny',
    asked: false,
  }
  t.equal(shown([action, denied, failed, STEP]).split('why it may not run').length - 1, 5)
  t.match(shown([action, failed]), /^› read a\.txt\n {2}Not allowed: why .{100,150}…\n$/)
  const row: Event = {
    type: 'step',
    number: 1,
    evidence: [
      {
        id: 'e1',
        kind: 'diagnostic',
        subject: 'read_file',
        summary: `denied read_file: ${reason}`,
      },
    ],
    promptTokens: 10,
    reusedPrefixTokens: 0,
    rebuilt: false,
  }
  t.match(shown([row], { verbose: true }), /denied read_file: why .{40,60}…\n/)
})

t.test('verbose streams the text once, and colours only where they are wanted', async (t) => {
  const streamed: Event[] = [
    { type: 'delta', text: 'Hel' },
    { type: 'delta', text: 'lo' },
    said('Hello'),
    action,
    {
      type: 'tool_result',
      number: 1,
      callId: 'c1',
      tool: 'read_file',
      ok: true,
      text: '1\n2\n3\n4\n5\n6\n7\n8',
    },
  ]
  t.equal(shown(streamed, { verbose: true }), 'Hello\n› read a.txt\n  1\n  2\n  3\n  4\n  5\n  6\n')
  t.equal(shown(streamed), 'Hello\n› read a.txt\n')
  t.ok(shown(streamed, { color: true }).includes('\x1b[36m'))
})
