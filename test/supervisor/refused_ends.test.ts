import t from 'tap'
import { endOf } from '#core'
import { createScriptModel } from '#model'
import { act, type Drive, openLoop, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n' }
const edit = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }])
const CLAIM = 'I changed value.txt to two.'
const HONEST = 'I could not change value.txt: the permission was denied.'
const WAYS: [name: string, over: Drive, deny: string[], names: RegExp][] = [
  ['nobody can be asked', { mode: () => 'default' }, [], /patch_file: Mode default asks/],
  ['a deny rule', {}, ['value.txt'], /patch_file: value\.txt is protected by the deny rule/],
  ['plan mode', { mode: () => 'plan' }, [], /patch_file: Plan mode changes nothing/],
]

t.test(
  'an end after a refused edit names the refusal, and no correction asks for the edit',
  async (t) => {
    for (const [name, over, deny, names] of WAYS)
      for (const text of [CLAIM, HONEST]) {
        const replies = [edit, ...Array.from({ length: 6 }, () => say(text))]
        const loop = openLoop(t, { files: FILES, replies, deny })
        const { result, events } = await loop.run(loop.add('Change value.txt to two.'), over)
        const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
        t.match(result, { subtype: 'denied', proven: false, reason: names }, `${name}: ${text}`)
        t.equal(result && endOf(result).exit, 3)
        t.notMatch(notes.join('\n'), /Make the edit|called no tool/, `${name}: ${text}`)
        if (text === HONEST) t.ok(notes.length <= 1, 'an honest end is refused at most once')
      }
  },
)

t.test('an end by resolve after a refused edit is denied as well', async (t) => {
  const resolve = act(['resolve', { cites: ['e1'], summary: CLAIM }])
  const loop = openLoop(t, { files: FILES, replies: [edit, resolve, resolve, resolve] })
  const over: Drive = { mode: () => 'default' }
  const { result } = await loop.run(loop.add('Change value.txt to two.'), over)
  t.match(result, { subtype: 'denied', text: /A permission was missing: patch_file/ })
})

t.test('an answer that was cut is not proven', async (t) => {
  const cut = { ...say('value.txt says one'), finish_reason: 'length' }
  const replies = [act(['read_file', { path: 'value.txt' }]), ...Array(6).fill(cut)]
  const loop = openLoop(t, { files: FILES, replies })
  const { result } = await loop.run(loop.add('What does value.txt say?'))
  t.match(result, { proven: false, reason: /output limit cut the reply/ })
})

t.test('a question whose only read is denied ends as denied', async (t) => {
  const loop = openLoop(t, {
    files: { 'key.txt': 'k\n', 'a.txt': 'one\n' },
    deny: ['key.txt'],
    replies: [act(['read_file', { path: 'key.txt' }]), say('key.txt is denied.')],
  })
  const { result } = await loop.run(loop.add('what is in key.txt?'))
  t.match(result, { subtype: 'denied', steps: 2, text: /A permission was missing: .*key\.txt/ })
  const other = openLoop(t, {
    files: { 'key.txt': 'k\n', 'a.txt': 'one\n' },
    deny: ['key.txt'],
    replies: [
      act(['read_file', { path: 'key.txt' }], ['read_file', { path: 'a.txt' }]),
      say('a.txt holds "one"; key.txt is denied.'),
    ],
  })
  const answered = await other.run(other.add('what is in key.txt and a.txt?'))
  t.match(answered.result, { subtype: 'resolved' }, 'a part was answered')
})

const CHECKED = { ...FILES, 'check.sh': 'grep -q two value.txt\n' }
const check = act(['run_command', { command: 'sh check.sh' }])

t.test('open to-do items and sub-questions keep a task unproven', async (t) => {
  const resolve = act(['resolve', { cites: ['e1', 'e2'], summary: CLAIM }])
  for (const [open, ends] of [
    [act(['todo_write', { items: ['[x] Change value.txt', '[ ] Tell Ada'] }]), [resolve]],
    [act(['spawn_child', { hypothesis: 'Tell Ada' }]), Array(8).fill(say(CLAIM))],
  ] as const) {
    const loop = openLoop(t, { files: CHECKED, replies: [edit, check, open, ...ends] })
    const task = loop.add('Change value.txt to two.')
    const { events, result } = await loop.run(task, {
      testCommand: 'sh check.sh',
      maxSteps: 3 + ends.length,
    })
    t.match(JSON.stringify(events), /not done: open items remain: Tell Ada/)
    const whys = events.flatMap((one) => (one.type === 'step' ? (one.refusedWhy ?? []) : []))
    t.equal(whys.length > 0, ends.length > 1, 'a refused call has its own line')
    for (const why of whys) t.equal(why, 'not done: open items remain: Tell Ada', 'one sentence')
    t.equal(result?.proven, false, String(result?.text))
  }
})

t.test('a row of another session is no cite, and nothing runs behind an end', async (t) => {
  const read = act(['read_file', { path: 'value.txt' }])
  const cite = (...cites: string[]) => act(['resolve', { cites, summary: 'value.txt says two.' }])
  const behind = act(
    ['run_command', { command: 'sh check.sh' }],
    ['resolve', { cites: ['e2', 'e3'], summary: CLAIM }],
    ['run_command', { command: 'echo three > value.txt' }],
  )
  const loop = openLoop(t, { files: CHECKED })
  const drive = (text: string, replies: ReturnType<typeof act>[], sessionId?: string) =>
    loop.run(loop.add(text, sessionId), {
      testCommand: 'sh check.sh',
      model: createScriptModel(replies),
    })
  const first = await drive('Change value.txt to two.', [read, edit, behind])
  t.match(
    first.result,
    { proven: true, changes: [{ path: 'value.txt' }] },
    String(first.result?.text),
  )
  t.equal(loop.read('value.txt'), 'two\n', 'the last call did not run')
  const other = await drive('What does value.txt say?', [read, cite('e1'), cite('e4')])
  t.match(JSON.stringify(other.events), /Refused: resolve cites e1 of another task/)
  t.match(other.result, { cites: ['e4'] })
  const session = first.result?.sessionId
  const next = await drive('What does value.txt say?', [cite('e3'), cite('e1')], session)
  t.match(JSON.stringify(next.events), /Refused: resolve cites e3 of another task/)
  t.match(next.result, { cites: ['e1'] }, 'what was read in the session is still read')
})
