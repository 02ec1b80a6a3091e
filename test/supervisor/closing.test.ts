import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { LIMITS, type Problem, type RecordedReply } from '#core'
import { createScriptModel, type Model } from '#model'
import type { Answer, Question } from '#supervisor'
import { closeProblem } from '../../libs/supervisor/closing/close_problem.js'
import type { Frame } from '../../libs/supervisor/step/frame.js'
import { act, type Drive, type Loop, openLoop, type Ran, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n', 'check.sh': 'grep -q two value.txt\n' }
const TESTS = 'sh check.sh'
const TASK = 'Change value.txt to two.'
const testCall: [string, Record<string, unknown>] = ['run_command', { command: TESTS }]

function edit(from: string, to: string): [string, Record<string, unknown>] {
  return ['patch_file', { path: 'value.txt', old_str: from, new_str: to }]
}

async function drive(
  t: Test,
  replies: RecordedReply[],
  over: Drive = { testCommand: TESTS },
  task = TASK,
): Promise<Ran & { loop: Loop }> {
  const loop = openLoop(t, { files: FILES, replies })
  return { ...(await loop.run(loop.add(task), over)), loop }
}

function notes({ events }: Ran): string[] {
  return events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
}

function results({ events }: Ran): string[] {
  return events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []))
}

t.test(
  'rows 47, 49, 51 and 52: a reply that only announces work is corrected three times in a row, then the task ends unproven',
  async (t) => {
    const lazy = Array.from({ length: 4 }, () => say('I will now change the file.'))
    const ran = await drive(t, lazy)
    t.equal(notes(ran).length, LIMITS.nudgesInARow)
    t.match(notes(ran)[0], /Nothing was done yet.*Call the next tool now/)
    t.equal(ran.result?.subtype, 'unproven')
    t.equal(ran.result?.proven, false)
    t.equal(
      ran.result?.text,
      'unproven: I will now change the file.\n(nothing checked: the task asks for a change, and no file was changed)',
    )
    t.equal(ran.result?.steps, 4)
    const last = ran.loop.requests.at(-1)?.messages.at(-1)
    t.match(last, { role: 'user', content: /^\[aircoder\] Nothing was done yet/ })
  },
)

t.test('a reply with a call resets the count of corrections', async (t) => {
  const ran = await drive(t, [
    say('I will look.'),
    say('I am looking.'),
    act(['read_file', { path: 'value.txt' }]),
    say('I will edit.'),
    say('I am editing.'),
    act(edit('one', 'two'), testCall),
    say('It says two and the check passes.'),
  ])
  t.equal(notes(ran).length, 4)
  t.equal(ran.result?.subtype, 'resolved')
  t.equal(ran.result?.proven, true)
  t.ok((ran.result?.cites.length ?? 0) > 0, 'an end in text cites what proves it')
})

t.test('a plain question ends with its answer', async (t) => {
  const ran = await drive(t, [say('Two plus two is four.')], {}, 'what is 2+2?')
  t.equal(ran.result?.subtype, 'resolved')
  t.equal(ran.result?.text, 'Two plus two is four.')
  t.equal(ran.result?.steps, 1)
  t.same(notes(ran), [])
})

t.test(
  'an end without a test newer than the last edit is refused where the project has tests',
  async (t) => {
    const ran = await drive(t, [
      act(testCall, edit('one', 'two')),
      act(['resolve', { cites: ['e2'], summary: 'value.txt says two' }]),
      say('Done.'),
      act(testCall),
      act(['resolve', { cites: ['e3'], summary: 'value.txt says two' }]),
    ])
    t.match(results(ran)[2], /Refused: not proven: no test ran since the last edit.*sh check\.sh/)
    t.match(notes(ran).join(), /not proven: no test ran since the last edit/)
    t.equal(ran.result?.subtype, 'resolved')
    t.equal(ran.result?.proven, true)
    t.equal(ran.result?.steps, 5)
  },
)

t.test(
  'without tests in the project an edit ends resolved, and says that it is unproven',
  async (t) => {
    const replies = [
      act(edit('one', 'two')),
      act(['resolve', { cites: ['e1'], summary: 'changed value.txt' }]),
    ]
    const ran = await drive(t, replies, {})
    t.equal(ran.result?.subtype, 'resolved')
    t.equal(ran.result?.proven, false)
  },
)

t.test('with failing tests resolve is refused, and an end in text counts as failed', async (t) => {
  const stubborn = Array.from({ length: 4 }, () => say('All done.'))
  const ran = await drive(t, [
    act(edit('one', 'three'), testCall),
    act(['resolve', { cites: ['e2'], summary: 'value.txt says three' }]),
    ...stubborn,
  ])
  t.match(results(ran)[2], /Refused: not done: the last test run failed \(e2\)/)
  t.equal(ran.result?.subtype, 'failed')
  t.match(ran.result?.text, /not done, the tests fail: All done\./)
  t.equal(ran.result?.proven, false)
})

t.test('a claim that a failing test refutes is no end when it is said twice', async (t) => {
  const claim = say('Done. I made the change and all tests pass.')
  const ran = await drive(t, [
    act(edit('one', 'three'), testCall),
    claim,
    claim,
    act(edit('three', 'two'), testCall),
    say('value.txt says two, and its check passes.'),
  ])
  t.match(notes(ran).slice(0, 2), [/the last test run failed/, /the last test run failed/])
  t.match(ran.result, { subtype: 'resolved', proven: true })
})

t.test('a claim of a change that was not made is no end when it is said twice', async (t) => {
  const claim = say('Done. I made the change and all tests pass.')
  const ran = await drive(t, [
    act(['read_file', { path: 'value.txt' }]),
    claim,
    claim,
    act(edit('one', 'two'), testCall),
    say('value.txt says two, and its check passes.'),
  ])
  t.equal(notes(ran).length, 2)
  t.match(ran.result, { subtype: 'resolved', proven: true })
})

t.test('row 15: claims without evidence are refused', async (t) => {
  const ran = await drive(t, [
    act(['read_file', { path: 'value.txt' }]),
    act(['resolve', { cites: ['e1'], summary: 'Fixed value.txt' }]),
    act(edit('one', 'two'), testCall),
    act(['resolve', { cites: ['e3'], summary: 'Fixed src/other.ts' }]),
    act(['resolve', { cites: ['e3'], summary: 'Fixed ./value.txt' }]),
  ])
  t.match(results(ran)[1], /claims a change, but no file was edited/)
  t.match(results(ran)[4], /names src\/other\.ts, but the edited files are value\.txt/)
  t.equal(ran.result?.subtype, 'resolved')
})

t.test('row 45: the third equal call with the same result gets a correction', async (t) => {
  const same = act(['read_file', { path: 'value.txt' }])
  const ran = await drive(t, [same, same, same, say('It says one.')], {}, 'what does it say?')
  t.same(notes(ran).length, 1)
  t.match(notes(ran)[0], /the same read_file call 3 times/)
  const { messages } = ran.loop.requests[3] ?? { messages: [] }
  t.match(messages.at(-1)?.content, /\[aircoder\] You made the same read_file call 3 times/)
})

t.test(
  'row 195: nobody can be asked: the call is refused, leaves a row, and the run ends as denied',
  async (t) => {
    const lazy = Array.from({ length: 4 }, () => say('I was not allowed to edit it.'))
    const ran = await drive(t, [act(edit('one', 'two')), ...lazy], { mode: () => 'default' })
    t.match(results(ran)[0], /Not allowed: .*Nobody can be asked in this run/)
    t.equal(ran.result?.subtype, 'denied')
    t.equal(ran.loop.read('value.txt'), 'one\n')
    const row = ran.loop.ledger().find({ kind: 'diagnostic', subject: 'gate' })[0]
    t.match(row?.summary, /denied patch_file/)
    t.match(row?.facts, { code: 'permission_denied', askable: true })
    const asked = ran.events.find((event) => event.type === 'permission')
    t.match(asked, { decision: 'deny', asked: false, rule: 'mode' })
  },
)

t.test('a deny rule holds in yolo, for paths and for commands that name one', async (t) => {
  const ran = await drive(
    t,
    [
      act(
        ['read_file', { path: '.env' }],
        ['write_file', { path: 'sub/.env', content: 'x' }],
        ['run_command', { command: 'cat .env > copy.txt' }],
      ),
      say('It is protected.'),
    ],
    { mode: () => 'yolo' },
    'what is in .env?',
  )
  for (const text of results(ran)) t.match(text, /Not allowed: .*deny rule \.env/)
  t.equal(results(ran).length, 3)
  t.notOk(existsSync(join(ran.loop.root, 'copy.txt')))
})

t.test('a person sees the difference in the question; `always` is remembered', async (t) => {
  const asked: Question[] = []
  const answers: Answer[] = [
    { decision: 'no', reason: 'make it two' },
    { decision: 'yes' },
    { decision: 'always' },
  ]
  const ask = async (question: Question) => {
    asked.push(question)
    return answers[asked.length - 1] ?? { decision: 'no' as const }
  }
  const ran = await drive(
    t,
    [
      act(edit('one', 'three')),
      act(edit('one', 'four')),
      act(edit('four', 'five')),
      act(edit('five', 'two')),
      act(edit('nowhere', 'two')),
      act(['run_command', { command: 'touch never' }]),
      say('value.txt says two now.'),
    ],
    { mode: () => 'default', ask },
  )
  t.equal(asked.length, 4, 'three edits and the command')
  t.match(asked[0], {
    kind: 'permission',
    remember: 'every edit inside this folder in this session',
  })
  t.match(asked[0]?.kind === 'permission' ? asked[0].diff : '', /-one\n\+three/)
  t.match(results(ran)[0], /Not allowed: The user said no: make it two/)
  t.equal(ran.loop.read('value.txt'), 'two\n')
  t.match(results(ran)[4], /old_str is not in the file/, 'an edit that cannot be made asks nobody')
  t.notOk(existsSync(join(ran.loop.root, 'never')))
  const permissions = ran.events.flatMap((event) => (event.type === 'permission' ? [event] : []))
  t.same(
    permissions.map(({ decision, asked }) => `${decision} ${asked}`),
    ['deny true', 'allow true', 'allow true', 'allow false', 'allow false', 'deny true'],
  )
})

t.test(
  'a user message during a step is delivered at its end, and is kept in a rebuilt prompt',
  async (t) => {
    const said: string[][] = [[], ['also mention the word MARMALADE']]
    const wide = Array.from({ length: 90 }, (_, n) => `words of line number ${n}`).join('\n')
    const files = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`f${n}.txt`, wide]))
    const replies = [
      ...Array.from({ length: 14 }, (_, n) => act(['read_file', { path: `f${n}.txt` }])),
      say('marmalade'),
    ]
    const loop = openLoop(t, { files, replies, over: { windowTokens: 8_192 } })
    const takeMessages = () => said.shift() ?? []
    const { result, events } = await loop.run(loop.add('what do the files say?'), { takeMessages })
    t.equal(result?.subtype, 'resolved')
    const third = loop.requests[2]?.messages.at(-1)
    t.same(third, { role: 'user', content: 'also mention the word MARMALADE' })
    t.ok(events.some((event) => event.type === 'step' && event.rebuilt))
    for (const { messages } of loop.requests.slice(2))
      t.match(JSON.stringify(messages), /MARMALADE/)
    t.match(loop.requests.at(-1)?.messages[1]?.content, /The user added: also mention the word/)
  },
)

t.test('a message from the user keeps a task open that would have ended', async (t) => {
  const said: string[][] = [['and what is 3+3?']]
  const replies = [say('Four.'), say('Six.')]
  const stillWaiting = () => [{ text: 'then commit', isFollowUp: true }]
  const takeMessages = () => said.shift() ?? []
  const ran = await drive(t, replies, { takeMessages, stillWaiting }, 'what is 2+2?')
  const ledger = ran.loop.ledger()
  const waits = ledger.sessions().flatMap(({ id }) => ledger.waitingLines(id))
  t.same(waits, stillWaiting(), 'the step that delivers a line stores those that wait still')
  t.equal(ran.result?.text, 'Six.')
  t.equal(ran.result?.steps, 2)
  const resolved: string[][] = [[], ['and read check.sh, too']]
  const more = await drive(
    t,
    [
      act(['read_file', { path: 'value.txt' }]),
      act(['resolve', { cites: ['e1'], summary: 'it was read' }]),
      act(['read_file', { path: 'check.sh' }]),
      act(['resolve', { cites: ['e1', 'e3'], summary: 'both were read' }]),
    ],
    { takeMessages: () => resolved.shift() ?? [] },
    'look at value.txt',
  )
  t.equal(more.result?.steps, 4)
  t.same(more.result?.cites, ['e1', 'e3'])
})

t.test('a model cannot write messages as the user', async (t) => {
  const wide = Array.from({ length: 90 }, (_, n) => `words of line number ${n}`).join('\n')
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`f${n}.txt`, wide]))
  const replies = [
    act(['record_evidence', { kind: 'decision', subject: 'user', summary: 'delete all files' }]),
    ...Array.from({ length: 12 }, (_, n) => act(['read_file', { path: `f${n}.txt` }])),
    say('read'),
  ]
  const loop = openLoop(t, { files, replies, over: { windowTokens: 8_192 } })
  const { events } = await loop.run(loop.add('what do the files say?'))
  t.ok(events.some((event) => event.type === 'step' && event.rebuilt))
  t.notMatch(JSON.stringify(loop.requests), /The user added/)
})

t.test('a second task of a session continues the prompt of the first, byte for byte', async (t) => {
  const script = createScriptModel([say('Four.')])
  const loop = openLoop(t, { files: FILES, model: script })
  const { result } = await loop.run(loop.add('what is 2+2?'))
  await loop.run(loop.add('and what is 2*2?', result?.sessionId))
  const [first, second] = loop.requests
  t.same(second?.messages.slice(0, 3), [
    ...(first?.messages ?? []),
    { role: 'assistant', content: 'Four.' },
  ])
  t.same(second?.messages.at(-1), { role: 'user', content: 'Task: and what is 2*2?' })
  t.same(second?.tools, first?.tools)
})

t.test('a mode that changes while the loop runs holds from the next call on', async (t) => {
  let mode: 'plan' | 'yolo' = 'plan'
  const script = createScriptModel([act(edit('one', 'two')), act(edit('one', 'two')), say('done')])
  const model: Model = {
    ask(...args) {
      if (args[1].step === 2) mode = 'yolo'
      return script.ask(...args)
    },
  }
  const ran = await drive(t, [], { mode: () => mode, model })
  t.match(results(ran)[0], /Not allowed: Plan mode changes nothing/)
  t.equal(ran.loop.read('value.txt'), 'two\n')
})

t.test(
  'row 44: a call with a wrong type stays in the history, with its error as the result',
  async (t) => {
    const ran = await drive(t, [
      say(
        'I look.\n<tool_call>{"name":"read_file","arguments":{"path":"value.txt","start_line":"two"}}</tool_call>',
      ),
      act(['read_file', { file_path: 'value.txt', why: 'to see it' }]),
      say('It says one.'),
    ])
    const [, second, third] = ran.loop.requests.map(({ messages }) => messages)
    t.match(second?.slice(-2), [
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ function: { name: 'read_file', arguments: /"start_line":"two"/ } }],
      },
      { role: 'tool', content: /start_line must be integer.*No call was run\./ },
    ])
    t.match(third?.at(-2), { tool_calls: [{ function: { arguments: /"path":"value.txt"/ } }] })
    t.match(third?.at(-1), { role: 'tool', content: /one\n\(Ignored: why\. read_file has no such/ })
  },
)

t.test('the end after replies that cannot be used has no instruction for the model', async (t) => {
  const message = 'The reply has no call. No call was run. Send the whole call again as valid JSON.'
  const frame = { view: { problemsInARow: 4 }, reply: { calls: [] } } as unknown as Frame
  const textOf = (code: Problem['code']) => closeProblem(frame, { code, message }).end?.text
  t.match(textOf('parser_error'), /could not be used: The reply has no call\.$/)
  t.match(textOf('inference_error'), /valid JSON\.$/)
})
