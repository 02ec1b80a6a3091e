import t from 'tap'
import { LIMITS } from '#core'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}.txt`, `${at}\n`]))
const read = (at: number): [string, Record<string, unknown>] => [
  'read_file',
  { path: `f${at}.txt` },
]
const reads = (from: number, count: number) =>
  act(...Array.from({ length: count }, (_, at) => read(from + at)))

t.test('a reply runs at most 32 calls; the model gets to know the others', async (t) => {
  const text = Array.from(
    { length: 40 },
    (_, at) => `<tool_call>{"name":"read_file","arguments":{"path":"f${at}.txt"}}</tool_call>`,
  )
  for (const reply of [reads(0, 40), say(text.join('\n'))]) {
    const loop = openLoop(t, { files: FILES, replies: [reply, say('Done reading.')] })
    const { events } = await loop.run(loop.add('what do the files say?'))
    const results = events.filter(({ type }) => type === 'tool_result')
    t.equal(results.length, LIMITS.replyCalls)
    const sent = JSON.stringify(loop.requests.at(-1)?.messages)
    t.match(sent, /too long|had 40 calls/)
    t.match(sent, /Make the(?:m| other calls) in later replies/)
  }
})

t.test('calls of one reply count toward the limit of the run', async (t) => {
  const loop = openLoop(t, { files: FILES, replies: [reads(0, 4), reads(4, 4), reads(8, 4)] })
  const taskId = loop.add('what do the files say?')
  const { result, events } = await loop.run(taskId, { maxSteps: 6 })
  t.equal(events.filter(({ type }) => type === 'tool_result').length, 8, 'a reply is not divided')
  t.match(result, { subtype: 'limit', steps: 2 })
})

t.test('a reply of 40 calls counts the 32 that ran, and the run ends at its limit', async (t) => {
  const loop = openLoop(t, { files: FILES, replies: [reads(0, 40), reads(40, 8), say('Done.')] })
  const taskId = loop.add('what do the files say?')
  const { result, events } = await loop.run(taskId, { maxSteps: 10 })
  t.equal(events.filter(({ type }) => type === 'tool_result').length, LIMITS.replyCalls)
  t.match(result, { subtype: 'limit', steps: 1, text: 'the limit of 10 steps is reached' })
  t.equal(loop.requests.length, 1, 'no other reply is asked for')
  t.equal(loop.ledger().usedSteps(taskId, 0), LIMITS.replyCalls, 'the row has the true count')
  loop.ledger().reopen(taskId)
  const next = await loop.run(taskId, { maxSteps: 10 })
  t.match(next.result, { subtype: 'resolved' }, 'a resume goes on with the next reply')
  t.match(JSON.stringify(loop.requests[1]?.messages), /too long|had 40 calls/)
})

t.test('a step without a call counts as one, and a resume starts a new count', async (t) => {
  const replies = [say('thinking'), say('thinking more'), reads(0, 2), reads(2, 2), say('Done.')]
  const loop = openLoop(t, { files: FILES, replies })
  const taskId = loop.add('change f1.txt')
  const first = await loop.run(taskId, { maxSteps: 3 })
  t.equal(first.result?.subtype, 'limit')
  loop.ledger().reopen(taskId)
  const second = await loop.run(taskId, { maxSteps: 3 })
  t.ok((second.result?.steps ?? 0) > (first.result?.steps ?? 0))
})

t.test(
  'replies that are too long end the run like other replies that cannot be used',
  async (t) => {
    const long = {
      ...say(''),
      tool_calls: [
        {
          name: 'write_file',
          arguments: `{"content":"${'ab c'.repeat(LIMITS.replyArgumentChars)}`,
        },
      ],
    }
    const loop = openLoop(t, { replies: Array.from({ length: 9 }, () => long) })
    const { result } = await loop.run(loop.add('write it'))
    t.equal(result?.subtype, 'failed')
    t.equal(result?.steps, LIMITS.problemsInARow)
  },
)
