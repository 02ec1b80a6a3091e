import t from 'tap'
import { act, openLoop } from '../kit/loop.js'

const REPLIES = Array.from({ length: 4 }, () => act(['read_file', { path: 'no.txt' }]))

t.test('a correction is in the next request, also in the smallest window', async (t) => {
  for (const windowTokens of [2_048, 4_096, 8_192]) {
    const loop = openLoop(t, { replies: REPLIES, over: { windowTokens } })
    const { events } = await loop.run(loop.add('Fix it'), { maxSteps: 4 })
    const sent = events.flatMap((event) =>
      event.type === 'note' ? (/^sent to the model: (.*)/s.exec(event.text)?.[1] ?? []) : [],
    )
    t.equal(sent.length, 1, `${windowTokens}`)
    const text = loop.requests[3]?.messages.map(({ content }) => content).join('\n') ?? ''
    t.ok(text.includes(sent[0] ?? '?'), `${windowTokens}: in the request`)
  }
})

t.test('a window that cannot hold prompt and answer ends the run and says so', async (t) => {
  const loop = openLoop(t, { replies: REPLIES, over: { windowTokens: 2_048 } })
  const task = `Fix it. ${'Many words of a long task that must not be lost. '.repeat(120)}`
  const taskId = loop.add(task)
  const { id } = loop.ledger().view(taskId).session
  loop.ledger().updateSession(id, { tokenFactor: 2 })
  const { result } = await loop.run(taskId)
  t.match(result, { subtype: 'interrupted', cause: 'window' })
  t.match(result?.text, /the window of 2048 tokens is too small/)
  t.equal(loop.requests.length, 0, 'nothing is sent')
})
