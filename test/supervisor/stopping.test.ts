import t, { type Test } from 'tap'
import { type Event, type RecordedReply, systemClock } from '#core'
import { createClient } from '#model'
import {
  type Act,
  chunk,
  DONE,
  type FakeEndpoint,
  startEndpoint,
  streamed,
  usageChunk,
} from '../kit/fake_endpoint.js'
import { act, type Drive, openLoop, say } from '../kit/loop.js'
import { cutText, makeWords, seededRandom } from '../kit/words.js'

const QUESTION = 'What does the parser do?'
const THOUGHT = makeWords(35_000)
const CIRCLES = 'I will now read the file and see what it holds. '.repeat(600)

/** A reply that thinks beyond the budget. */
const thinking: RecordedReply = { ...say(''), reasoning: THOUGHT, finish_reason: null }

async function endpoint(t: Test, script: (body: string, number: number) => Act) {
  const fake = await startEndpoint((ask, number) => script(ask.body, number))
  t.teardown(() => fake.close())
  return fake
}

function modelAt(fake: FakeEndpoint): Drive {
  return { model: createClient({ baseUrl: fake.baseUrl, clock: systemClock }) }
}

function thinkingStream(): Act {
  const pieces = cutText(THOUGHT, seededRandom(2), 40)
  return { body: pieces.map((reasoning) => chunk({ reasoning })), end: 'hang' }
}

function problems(events: readonly Event[]): string[] {
  return events.flatMap((event) => (event.type === 'reply' ? [event.problem?.code ?? 'none'] : []))
}

t.test(
  'row 58: ten thousand tokens of thinking are aborted once, then the answer comes',
  async (t) => {
    const fake = await endpoint(t, (body) =>
      JSON.parse(body).think === false ? streamed(say('It reads replies.')) : thinkingStream(),
    )
    const loop = openLoop(t)
    const taskId = loop.add(QUESTION)
    const { events, result } = await loop.run(taskId, modelAt(fake))
    t.same(problems(events), ['thinking_budget', 'none'])
    t.equal(fake.asks.length, 2, 'exactly one abort')
    t.match(result, { subtype: 'resolved', text: /It reads replies/, steps: 2 })

    const kept = THOUGHT.slice(0, 7_168)
    const [said, note] = loop.requests[1]?.messages.slice(-2) ?? []
    t.equal(said?.role, 'assistant')
    t.equal(said?.content, `My thoughts so far:\n${kept.trim()}`, 'the model goes on from them')
    t.match(note, {
      role: 'user',
      content: /^\[aircoder\] Thinking was stopped .* give the answer/,
    })
    const [row] = loop.ledger().find({ taskId, subject: 'model/thinking_budget' })
    t.match(row, { kind: 'diagnostic', step: 1, facts: { code: 'thinking_budget' } })
    t.equal(
      loop
        .ledger()
        .payload(row?.payloadHash ?? '')
        .toString(),
      kept,
      'the ledger has them',
    )
    await fake.idle()
  },
)

t.test('row 58: in a small window the thought is cut to its share', async (t) => {
  const loop = openLoop(t, { replies: [thinking, say('It reads.')], over: { windowTokens: 8_192 } })
  await loop.run(loop.add(QUESTION))
  const said = loop.requests[1]?.messages.at(-2)?.content ?? ''
  t.match(said, /^My thoughts so far:\n[\s\S]*characters omitted/)
  t.ok(said.length < 5_000, String(said.length))
})

t.test('row 59: notes and tool results do not turn thinking on again; the user does', async (t) => {
  const files = { 'a.txt': 'one\n' }
  const replies = [
    thinking,
    say('I will read it.'),
    act(['read_file', { path: 'a.txt' }]),
    say('It holds one.'),
    say('Yes.'),
  ]
  const loop = openLoop(t, { files, replies })
  const first = loop.add('Fix a.txt')
  let sent: string[] = []
  const { events } = await loop.run(first, {
    takeMessages: () => {
      const messages = sent
      sent = loop.requests.length === 3 ? ['and look at b.txt'] : []
      return messages
    },
  })
  const wants = () => loop.requests.map((request) => request.thinking ?? 'on')
  t.same(wants().slice(0, 4), ['on', 'off', 'off', 'off'])
  t.equal(wants()[4], 'on', 'the message came with step 4')
  t.equal(problems(events).filter((code) => code === 'thinking_budget').length, 1)

  const next = openLoop(t, { replies: [thinking, say('It reads.'), say('It writes.')] })
  const sessionTask = next.add(QUESTION)
  await next.run(sessionTask)
  const { id } = next.ledger().view(sessionTask).session
  const second = next.add('What does the ledger do?', id)
  await next.run(second, { maxSteps: 1 })
  t.same(
    next.requests.map((request) => request.thinking ?? 'on'),
    ['on', 'off', 'on'],
    'a new task is a new word of the user',
  )
})

t.test(
  'row 59: a user message during the thinking turns it on again, a note of the model does not',
  async (t) => {
    const wants = async (first: RecordedReply, said: string[]) => {
      const note = { kind: 'decision', subject: 'user', summary: 'think on' }
      const replies = [first, act(['record_evidence', note]), say('It reads.')]
      const loop = openLoop(t, { replies })
      let sent = said
      await loop.run(loop.add(QUESTION), {
        takeMessages: () => {
          const messages = sent
          sent = []
          return messages
        },
      })
      return loop.requests.map((request) => request.thinking ?? 'on')
    }
    t.same(await wants(thinking, ['be brief']), ['on', 'on', 'on'])
    t.same(await wants(thinking, []), ['on', 'off', 'off'])
  },
)

t.test('row 59: the latch holds when the process is killed and resumed', async (t) => {
  const fake = await endpoint(t, (body) =>
    JSON.parse(body).think === false ? streamed(say('It reads replies.')) : thinkingStream(),
  )
  const loop = openLoop(t)
  const taskId = loop.add(QUESTION)
  const killed = await loop.run(taskId, modelAt(fake), (event) => event.type === 'step')
  t.equal(killed.result, null)
  loop.reopen()
  const { result } = await loop.run(taskId, modelAt(fake))
  t.equal(result?.subtype, 'resolved')
  t.equal(fake.asks.length, 2, 'it thinks no second time')
  t.match(fake.asks[1]?.body, /"think":false/)
  t.match(fake.asks[1]?.body, /My thoughts so far/)
})

t.test('row 60: the budget comes from the settings, and 0 turns thinking off', async (t) => {
  const loop = openLoop(t, { replies: [thinking, say('It reads.')], over: { thinkingBudget: 512 } })
  const taskId = loop.add(QUESTION)
  await loop.run(taskId)
  const [row] = loop.ledger().find({ taskId, subject: 'model/thinking_budget' })
  t.equal(row?.payloadBytes, 512 * 3.5)
  const none = openLoop(t, { replies: [say('It reads.')], over: { thinkingBudget: 0 } })
  await none.run(none.add(QUESTION))
  t.equal(none.requests[0]?.thinking, 'off')
})

t.test(
  'a repetitive reply leaves a row, the text before it is kept, and the loop continues',
  async (t) => {
    const lead = 'The parser reads replies.\n'
    const replies = [say(lead + CIRCLES), say('It reads replies.')]
    const loop = openLoop(t, { replies })
    const taskId = loop.add(QUESTION)
    const { events, result } = await loop.run(taskId)
    t.same(problems(events), ['repetition', 'none'])
    t.equal(result?.subtype, 'resolved')
    const [said, note] = loop.requests[1]?.messages.slice(-2) ?? []
    t.ok(said?.content.startsWith(lead.trim()))
    t.ok((said?.content.length ?? 0) < 200, 'one round of the circle at most')
    t.match(note?.content, /^\[aircoder\] The reply repeated itself/)
    const [row] = loop.ledger().find({ taskId, subject: 'model/repetition' })
    t.match(row, { kind: 'diagnostic', facts: { code: 'repetition' } })
  },
)

t.test('row 80: where prompt and output fill the window, the prompt is made smaller', async (t) => {
  const fake = await endpoint(t, (_, number) =>
    number === 1
      ? {
          body: [
            chunk({ content: 'It rea' }),
            chunk({}, 'length'),
            usageChunk(30_000, 2_766),
            DONE,
          ],
        }
      : streamed(say('It reads.')),
  )
  const loop = openLoop(t)
  const taskId = loop.add(QUESTION)
  const { events, result } = await loop.run(taskId, modelAt(fake))
  t.ok(
    events.some(
      (event) =>
        event.type === 'note' &&
        /window of 32,768 tokens was full: the prompt took 30,000/.test(event.text),
    ),
  )
  t.match(result, { subtype: 'resolved', steps: 1, text: /It reads\./ })
  t.same(
    fake.asks.map(({ step }) => step),
    [1, 1],
    'the same step, asked again',
  )
  t.equal(loop.ledger().view(taskId).session.windowTokens, null, 'the window is what it was')
})

t.test('length: a short prompt means that the answer was too long', async (t) => {
  const fake = await endpoint(t, (_, number) =>
    number === 1
      ? {
          body: [
            chunk({ content: 'It rea' }),
            chunk({}, 'length'),
            usageChunk(10_000, 22_768),
            DONE,
          ],
        }
      : streamed(say('It reads.')),
  )
  const loop = openLoop(t)
  const { result } = await loop.run(loop.add(QUESTION), modelAt(fake))
  t.match(result, { subtype: 'resolved', steps: 2, text: /It reads\./ })
})

t.test('row 50: a reply that the token limit cut is reported as cut, not as idle', async (t) => {
  const cut: RecordedReply = { ...say('First I read the fi'), finish_reason: 'length' }
  const empty: RecordedReply = { ...say(''), finish_reason: 'length' }
  const replies = [cut, empty, cut, say('Done.'), say('Done.'), say('Done.'), say('Done.')]
  const loop = openLoop(t, { replies })
  await loop.run(loop.add('Fix a.txt'))
  const notes = loop.requests.map((request) => request.messages.at(-1)?.content ?? '')
  t.match(notes[1], /token limit cut your reply after 19 characters/)
  t.notMatch(notes[1], /Nothing was done/)
  t.match(
    notes[2],
    /cut by the token limit of [\d,]+ tokens .* The limit came before any text or call/,
  )
  t.notMatch(notes[2], /no text and no call/)
  t.match(notes[4], /Nothing was done yet/, 'a complete reply without a call gets a correction')
})

t.test('length: complete calls before the cut run, and the cut call is reported', async (t) => {
  const args = (path: string) => JSON.stringify({ path, content: `for ${path}\n` })
  const cut: RecordedReply = {
    ...say(''),
    tool_calls: [
      { id: 'a', name: 'write_file', arguments: args('one.txt') },
      { id: 'b', name: 'write_file', arguments: args('two.txt').slice(0, -6) },
    ],
    finish_reason: 'length',
  }
  const whole = act(['write_file', { path: 'two.txt', content: 'for two.txt\n' }])
  const loop = openLoop(t, { replies: [cut, whole, say('Done.'), say('Done.'), say('Done.')] })
  const { events } = await loop.run(loop.add('Write one.txt and two.txt'), { mode: () => 'yolo' })
  t.same(problems(events).slice(0, 2), ['parser_error', 'none'])
  const results = events.filter((event) => event.type === 'tool_result')
  t.match(results, [
    { number: 1, ok: true },
    { number: 2, ok: true },
  ])
  t.equal(loop.read('one.txt'), 'for one.txt\n')
  t.equal(loop.read('two.txt'), 'for two.txt\n')
  const sent = loop.requests[1]?.messages.at(-1)
  t.match(sent, { role: 'tool', tool_call_id: 'call_1_1' })
  t.match(sent?.content, /cut by the token limit.*The first call was run\. No other call was run/)
  t.match(loop.ledger().find({ kind: 'diagnostic', subject: 'model/parser_error', limit: 5 }), [
    { step: 1 },
  ])
})

t.test('length: an answer that stays too long ends the task', async (t) => {
  const cut: RecordedReply = { ...say('It reads and reads'), finish_reason: 'length' }
  const loop = openLoop(t, { replies: [cut, cut, cut, cut, cut] })
  const { result } = await loop.run(loop.add(QUESTION))
  t.match(result, { subtype: 'resolved', steps: 3 })
})

t.test(
  'rows 57 and 107: no reply may have more than 8,192 tokens, nor more than the window holds',
  async (t) => {
    const loop = openLoop(t, { replies: [say('It reads.')] })
    await loop.run(loop.add(QUESTION))
    t.equal(loop.requests[0]?.max_tokens, 8_192)
    const small = openLoop(t, { replies: [say('It reads.')], over: { windowTokens: 6_000 } })
    await small.run(small.add(QUESTION))
    const most = small.requests[0]?.max_tokens ?? 0
    t.ok(most > 256 && most < 6_000, String(most))
  },
)
