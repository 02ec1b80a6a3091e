import t from 'tap'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n' }
const LONG = 'a long line of a file that must not come back. '.repeat(20)

t.test('row 44: calls of which none could be run are replaced by one note', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      say(
        'I look.',
        ['remove_file', { path: 'value.txt', marker: 'poison-1' }],
        ['patch_file', { path: 'value.txt', patch: LONG }],
      ),
      act(['read_file', { path: 'value.txt' }]),
      say('It says one.'),
    ],
  })
  const { result } = await loop.run(loop.add('what does value.txt say?'))
  t.equal(result?.subtype, 'resolved')
  const [first, second, third] = loop.requests.map(({ messages }) => messages)
  const added = second?.slice(first?.length)
  t.match(added, [
    { role: 'assistant', content: 'I look.' },
    { role: 'user', content: /^\[aircoder\] The 2 calls of your last reply did not run\.\n/ },
  ])
  t.equal(added?.length, 2)
  t.notOk(added?.some(({ tool_calls }) => tool_calls !== undefined))
  const note = added?.at(-1)?.content ?? ''
  t.match(note, /There is no tool "remove_file"\. Did you mean/)
  t.match(note, /patch_file: .*old_str is missing.*Arguments: \{path: string/)
  t.notMatch(JSON.stringify(loop.requests), /poison-1/)
  t.notOk(JSON.stringify(loop.requests).includes(LONG.slice(0, 200)))
  t.same(third?.slice(0, second?.length), second, 'the bytes stay')

  const [row] = loop.ledger().find({ kind: 'diagnostic', subject: 'model/invalid_call', limit: 5 })
  t.match(row, { step: 1, summary: /no tool "remove_file"/, facts: { calls: 2 } })
  const kept = loop
    .ledger()
    .payload(row?.payloadHash ?? '')
    .toString()
  t.match(kept, /poison-1/, 'the ledger keeps the calls')
  t.ok(kept.includes(LONG), 'whole')
  t.match(kept, /Did you mean/, 'and the errors')
})

t.test(
  'row 44: a reply without words gets a neutral line, and equal errors are reported once',
  async (t) => {
    const wrong: [string, Record<string, unknown>] = ['fly', { where: 'poison-2' }]
    const loop = openLoop(t, {
      files: FILES,
      replies: [
        act(wrong, ['fly', { where: 'poison-3' }]),
        act(['read_file', { path: 'value.txt' }]),
        say('It says one.'),
      ],
    })
    await loop.run(loop.add('what does value.txt say?'))
    const second = loop.requests[1]?.messages ?? []
    t.match(second.at(-2), { role: 'assistant', content: '(calls that could not be run)' })
    t.equal(second.at(-1)?.content.match(/There is no tool "fly"/g)?.length, 1)
    t.notMatch(JSON.stringify(second), /poison/)
    const names = ['fly', 'swim', 'dive', 'leap', 'soar']
    const many = openLoop(t, {
      files: FILES,
      replies: [act(...names.map((name): typeof wrong => [name, {}])), say('It says one.')],
    })
    await many.run(many.add('what does value.txt say?'))
    const note = many.requests[1]?.messages.at(-1)?.content ?? ''
    t.equal(note.match(/There is no tool/g)?.length, 3, 'three errors are repeated')
    t.match(note, /\(2 more errors\)/)
  },
)

t.test('row 44: a call that ran keeps its place, and so does the one beside it', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      act(['read_file', { path: 'value.txt' }], ['fly', { where: 'south' }]),
      say('It says one.'),
    ],
  })
  await loop.run(loop.add('what does value.txt say?'))
  t.match(loop.requests[1]?.messages.slice(-3), [
    { tool_calls: [{ function: { name: 'read_file' } }, { function: { name: 'fly' } }] },
    { role: 'tool', content: /one/ },
    { role: 'tool', content: /There is no tool "fly"/ },
  ])
  t.same(loop.ledger().find({ subject: 'model/invalid_call', limit: 5 }), [])
})

t.test('row 44: a value of a wrong type stays beside its error', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      act(['read_file', { path: 'value.txt', start_line: -3 }]),
      act(['read_file', { path: 'value.txt' }]),
      say('It says one.'),
    ],
  })
  await loop.run(loop.add('what does value.txt say?'))
  t.match(loop.requests[1]?.messages.slice(-2), [
    { tool_calls: [{ function: { name: 'read_file', arguments: /-3/ } }] },
    { role: 'tool', content: /start_line/ },
  ])
})

t.test('row 36: what was ignored or left out of a call is in its result', async (t) => {
  const call: [string, Record<string, unknown>] = ['read_file', { path: 'value.txt', hue: 'red' }]
  const loop = openLoop(t, { files: FILES, replies: [act(call, call), say('It says one.')] })
  await loop.run(loop.add('what does value.txt say?'))
  const shown = loop.requests[1]?.messages.at(-1)
  t.match(shown, { role: 'tool', content: /one/ })
  t.match(shown?.content, /\(Ignored: hue\. read_file has no such argument/)
  t.match(shown?.content, /\(Your reply had this call 2 times\. It ran once\.\)/)
})

t.test('row 44: the same invalid calls end as a loop, also after a restart', async (t) => {
  const replies = Array.from({ length: 12 }, () => act(['fly', { where: 'south' }]))
  const loop = openLoop(t, { files: FILES, replies })
  const taskId = loop.add('what does value.txt say?')
  await loop.run(taskId, {}, (event) => event.type === 'step' && event.number === 4)
  loop.reopen()
  const { result } = await loop.run(taskId)
  t.match(result, { subtype: 'stalled', steps: 8 })
  t.match(loop.ledger().find({ subject: 'model/invalid_call', limit: 20 }).length, 8)
})
