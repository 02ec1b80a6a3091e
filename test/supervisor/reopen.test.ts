import t from 'tap'
import { openWorkspace } from '#workspace'
import { act, openLoop } from '../kit/loop.js'

const toolTexts = (events: { type: string }[]) =>
  events.flatMap((event) =>
    event.type === 'tool_result' ? [(event as unknown as { text: string }).text] : [],
  )

t.test('row 182: a cut result can be read by its id, page by page', async (t) => {
  // Lines that differ in more than their numbers, so that none is taken for a repeat of another.
  const rows = `for (let i = 1; i <= 9000; i++) console.log("row " + i + " " + "abcdefghijkm".repeat(2).slice(i % 11, i % 11 + 12))`
  const command = 'node rows.js'
  const loop = openLoop(t, {
    files: { 'rows.js': rows },
    replies: [
      act(['run_command', { command }]),
      act(['read_file', { path: 'e1', start_line: 4000, end_line: 4002 }]),
      act(['read_file', { path: '[e1]' }]),
      act(['read_file', { path: 'e1', start_line: 99_999 }], ['read_file', { path: 'e77' }]),
    ],
  })
  const { events } = await loop.run(loop.add('x'), { maxSteps: 4 })
  const [cut = '', part, whole = '', past, unknown] = toolTexts(events)
  t.match(cut, /… \d+ lines left out\. To see them, call read_file with the id of this result/)
  t.notMatch(cut, /row 4001 /)
  t.match(part, /^e1 \(node .*\) lines 4000-4002 of 9000\nrow 4000 .*\nrow 4001 .*\nrow 4002 .*$/)
  const [, last = ''] = /lines 1-(\d+) of 9000/.exec(whole) ?? []
  t.ok(Number(last) > 50)
  t.match(whole, new RegExp(`Call read_file with path e1 and start_line ${Number(last) + 1}\\.$`))
  t.match(past, /e1 has 9000 lines/)
  t.match(unknown, /There is no evidence e77/)
})

t.test('a file of that name comes first', async (t) => {
  const loop = openLoop(t, {
    files: { e1: 'a file\n' },
    replies: [act(['list_dir', { path: '.' }]), act(['read_file', { path: 'e1' }])],
  })
  const { events } = await loop.run(loop.add('x'), { maxSteps: 2 })
  t.match(toolTexts(events)[1], /^e1 lines 1-1 of 1\na file$/)
})

t.test('a result whose file a deny rule covers now cannot be read', async (t) => {
  const read = (path: string) => act(['read_file', { path }])
  const loop = openLoop(t, {
    files: { 'plain.txt': 'the secret\n' },
    replies: [read('plain.txt'), read('moved'), read('e1')],
  })
  const task = loop.add('x')
  await loop.run(task, { maxSteps: 2 })
  loop.ledger().reopen(task)
  const workspace = openWorkspace({ root: loop.root, deny: ['plain.txt'], env: process.env })
  const { events } = await loop.run(task, { maxSteps: 1, workspace })
  t.match(toolTexts(events)[0], /no evidence e1, or its file is denied now/)
})
