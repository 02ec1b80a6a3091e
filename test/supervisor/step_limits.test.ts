import t from 'tap'
import { endOf } from '#core'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n', 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' }
const REPLIES = [
  ...Object.keys(FILES).map((path) => act(['read_file', { path }])),
  say('They say one, a, b and c.'),
]

t.test('row 24: a task that only asks ends at the limit for questions', async (t) => {
  const loop = openLoop(t, { files: FILES, replies: REPLIES })
  const taskId = loop.add('what do the files say?')
  const { result } = await loop.run(taskId, { questionSteps: 2 })
  t.match(result, {
    subtype: 'limit',
    steps: 2,
    text: 'the limit of 2 steps for a question is reached',
  })
  if (result !== null) t.match(endOf(result), { exit: 4, advice: /--max-steps/ })
  loop.ledger().reopen(taskId)
  const next = await loop.run(taskId, { questionSteps: 9 })
  t.match(next.result, { subtype: 'resolved', steps: 5 }, 'the next run counts its own steps')
})

t.test('row 24: a task that asks for work has the limit of its program', async (t) => {
  const loop = openLoop(t, { files: FILES, replies: REPLIES })
  const { result } = await loop.run(loop.add('Change value.txt to two.'), {
    questionSteps: 1,
    maxSteps: 3,
  })
  t.match(result, { subtype: 'limit', steps: 3, text: 'the limit of 3 steps is reached' })
  const free = openLoop(t, { files: FILES, replies: REPLIES })
  const unlimited = { maxSteps: Number.POSITIVE_INFINITY }
  const ran = await free.run(free.add('what do the files say?'), unlimited)
  t.match(ran.result, { subtype: 'resolved', steps: 5 })
})
