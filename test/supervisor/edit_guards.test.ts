import t from 'tap'
import { LIMITS, type RecordedReply } from '#core'
import { createScriptModel } from '#model'
import { act, type Drive, type Loop, openLoop, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n', 'other.txt': 'x\n' }
const ENDS = Array.from({ length: 4 }, () => say('That is all.'))
const edit = (from: string, to: string, path = 'value.txt'): [string, Record<string, unknown>] => [
  'patch_file',
  { path, old_str: from, new_str: to },
]
const write = (content: string): [string, Record<string, unknown>] => [
  'write_file',
  { path: 'value.txt', content },
]

/** Runs step by step; each step has another handle of the ledger, as after a kill. */
async function stepwise(loop: Loop, replies: RecordedReply[], over: Drive = {}) {
  const taskId = loop.add('change value.txt')
  const texts: string[] = []
  const notes: string[] = []
  for (let step = 1; step <= replies.length; step += 1) {
    const { events } = await loop.run(taskId, { maxSteps: 1, ...over })
    for (const event of events) {
      if (event.type === 'tool_result') texts.push(`${event.ok} ${event.text}`)
      if (event.type === 'note') notes.push(event.text)
    }
    loop.reopen()
    if (step < replies.length) loop.ledger().reopen(taskId)
  }
  return { texts, notes, taskId }
}

t.test(
  'rows 145 and 146: a resumed session knows which files were read and which edits were refused',
  async (t) => {
    const replies = [
      act(edit('one', 'two')),
      act(edit('one', 'two')),
      act(edit('x', 'y', 'other.txt')),
      act(['read_file', { path: './other.txt' }]),
      act(edit('x', 'y', 'other.txt')),
      act(edit('y', 'z', 'other.txt')),
    ]
    const expected = {
      once: ['unread', 'true', 'unread', 'true', 'true', 'true'],
      strict: ['unread', 'unread', 'unread', 'true', 'true', 'true'],
      off: ['true', 'false', 'true', 'true', 'false', 'true'],
    }
    for (const rule of ['once', 'strict', 'off'] as const) {
      const loop = openLoop(t, { files: FILES, replies })
      const { texts } = await stepwise(loop, replies, { readBeforeEdit: rule })
      const sent = texts.map((text) => (/was not read/.test(text) ? 'unread' : text.split(' ')[0]))
      t.same(sent, expected[rule], rule)
      t.ok(loop.ledger().verify().ok)
    }
  },
)

t.test(
  'row 145: lines that a search of the task showed may be patched, other lines not, and the strict rule wants a read',
  async (t) => {
    const replies = [
      act(['grep', { pattern: 'one' }]),
      act(edit('one', 'two')),
      act(edit('x', 'y', 'other.txt')),
    ]
    const expected = { once: [true, true, false], strict: [true, false, false] }
    for (const rule of ['once', 'strict'] as const) {
      const loop = openLoop(t, { files: FILES, replies })
      const { texts } = await stepwise(loop, replies, { readBeforeEdit: rule })
      t.same(
        texts.map((text) => text.startsWith('true')),
        expected[rule],
        rule,
      )
    }
  },
)

t.test(
  'row 145: a read in the same reply counts, a read in another session does not',
  async (t) => {
    const read: [string, Record<string, unknown>] = ['read_file', { path: 'value.txt' }]
    const loop = openLoop(t, {
      files: FILES,
      replies: [act(read, edit('one', 'two'))],
      over: { readBeforeEdit: 'strict', maxSteps: 1 },
    })
    await loop.run(loop.add('change it'))
    t.equal(loop.read('value.txt'), 'two\n')
    const [session] = loop.ledger().sessions()
    const model = createScriptModel([act(edit('two', 'three'))])
    await loop.run(loop.add('go on'), { model })
    t.equal(loop.read('value.txt'), 'two\n', 'another session has not read it')
    await loop.run(loop.add('go on', session?.id), { model })
    t.equal(loop.read('value.txt'), 'three\n', 'a later task of the same session has')
  },
)

t.test(
  'a file that the agent wrote may be replaced, a file that a person changed may not',
  async (t) => {
    const loop = openLoop(t, {
      files: {},
      replies: [act(write('a\n')), act(write('b\n')), act(write('d\n')), ...ENDS],
    })
    const taskId = loop.add('write value.txt')
    const over: Drive = { readBeforeEdit: 'strict', maxSteps: 2 }
    await loop.run(taskId, over)
    t.equal(loop.read('value.txt'), 'b\n')
    loop.write('value.txt', 'c\n')
    loop.ledger().reopen(taskId)
    const { events } = await loop.run(taskId, { ...over, maxSteps: 1 })
    t.match(
      events.find((event) => event.type === 'tool_result'),
      { ok: false, text: /changed by another program/ },
    )
    t.equal(loop.read('value.txt'), 'c\n')
  },
)

t.test(
  'row 54: repeated failed edits of one file get a correction, also after a resume',
  async (t) => {
    const miss = (n: number) => act(edit(`not in there ${n}`, 'x'))
    const replies = [
      miss(1),
      miss(2),
      act(edit('x', 'y', 'other.txt')),
      act(edit('one', 'two')),
      miss(3),
      miss(4),
      act(edit('nothing', 'y', 'other.txt')),
      miss(5),
      miss(6),
    ]
    const loop = openLoop(t, { files: FILES, replies })
    const { notes, taskId } = await stepwise(loop, replies)
    t.equal(notes.length, 1)
    t.match(notes[0], `sent to the model: ${LIMITS.patchFailures} edits of value.txt failed`)
    t.equal(loop.ledger().view(taskId).task.step, 9)
    const sent = loop
      .ledger()
      .view(taskId)
      .tail.filter(({ message }) => /failed\. Stop/.test(message.content))
    t.same(
      sent.map(({ step }) => step),
      [8],
      'at the fourth failure alone, as the success took one back',
    )
  },
)
