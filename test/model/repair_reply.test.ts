import fc from 'fast-check'
import t, { type Test } from 'tap'
import { type ChatRequest, type Reply, systemClock } from '#core'
import { createClient, loadDialects, type ModelEvent, parseReply } from '#model'
import { repairReply } from '../../libs/model/repair/repair_reply.js'
import { type Act, chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { TOOLS } from '../kit/replies.js'
import { at, sideAt } from '../kit/side.js'

const REQUEST: ChatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'go' }],
  tools: TOOLS.map(({ name, parameters }) => ({
    type: 'function' as const,
    function: { name, description: '', parameters },
  })),
}
const says = (content: string, finish = 'stop'): Act =>
  stream(chunk({ content }), chunk({}, finish), DONE)
const calls = (name: string, args: string): Act =>
  stream(
    chunk({ tool_calls: [{ index: 0, id: 'c9', function: { name, arguments: args } }] }),
    chunk({}, 'tool_calls'),
    DONE,
  )

interface Asked {
  reply: Reply
  events: ModelEvent[]
  sideAsks: number
}

/** A client at one endpoint and the side question at another; both are real servers. */
async function ask(t: Test, main: Act, answer: unknown): Promise<Asked> {
  const model = await startEndpoint(() => main)
  const side = await startEndpoint(() =>
    says(typeof answer === 'string' ? answer : JSON.stringify(answer)),
  )
  t.teardown(() => Promise.all([model.close(), side.close()]))
  const open = await sideAt(side.baseUrl, ['repair_call'])
  const client = createClient({
    baseUrl: model.baseUrl,
    clock: systemClock,
    repair: (broken, where) => open.ask('repair_call', broken, where),
  })
  const asking = client.ask(REQUEST, at())
  const events: ModelEvent[] = []
  for (;;) {
    const next = await asking.next()
    if (next.done) return { reply: next.value, events, sideAsks: side.asks.length }
    events.push(next.value)
  }
}

/** Equals signs for colons, and quotes inside a value: the parser does not guess here. */
const BROKEN = '{"path" = "a.txt", "content" = "he said "yes" and left"}'
const RIGHT = { path: 'a.txt', content: 'he said "yes" and left' }

t.test('row 42: a call that the parser cannot read is rewritten once and reported', async (t) => {
  for (const main of [
    calls('write_file', BROKEN),
    says(`<tool_call>{"name": "write_file", "arguments": ${BROKEN}}</tool_call>`),
  ]) {
    const bare = await ask(t, main, 'nothing of use')
    t.equal(bare.reply.problem?.code, 'parser_error', 'the parser alone gives up')
    t.equal(bare.sideAsks, 1)
    const { reply, events } = await ask(t, main, { name: 'write_file', arguments: RIGHT })
    t.equal(reply.problem, null)
    t.match(reply.calls, [{ name: 'write_file', arguments: RIGHT }])
    const notes = events.filter(({ type }) => type === 'note').map(({ text }) => text)
    t.equal(notes.length, 1)
    t.match(notes[0], /^side question repair_call: answered in/)
  }
})

t.test('row 42: a rewritten call that differs from the text is not run', async (t) => {
  const main = calls('write_file', BROKEN)
  const wrong: Record<string, unknown> = {
    'another path': { name: 'write_file', arguments: { ...RIGHT, path: 'b.txt' } },
    'a longer text': { name: 'write_file', arguments: { ...RIGHT, content: `${RIGHT.content}!` } },
    'a shorter text': { name: 'write_file', arguments: { ...RIGHT, content: 'he said ' } },
    'the text up to a quote': {
      name: 'write_file',
      arguments: { ...RIGHT, content: 'he said "yes' },
    },
    'an argument left out': { name: 'write_file', arguments: { path: 'a.txt' } },
    'an argument more': { name: 'write_file', arguments: { ...RIGHT, mode: '' } },
    'the values swapped': {
      name: 'write_file',
      arguments: { path: RIGHT.content, content: 'a.txt' },
    },
    'another tool': { name: 'run_command', arguments: { command: 'a.txt' } },
    'a tool that is not offered': { name: 'rm', arguments: RIGHT },
    'no arguments': { name: 'write_file', arguments: null },
    'a number for a text': { name: 'write_file', arguments: { path: 'a.txt', content: 3 } },
  }
  for (const [what, answer] of Object.entries(wrong)) {
    const { reply } = await ask(t, main, answer)
    t.equal(reply.problem?.code, 'parser_error', what)
    t.same(reply.calls, [], what)
  }
})

t.test('row 42: a truncated call is never completed by a guess', async (t) => {
  const cut = '{"path" = "a.txt", "content" = "he said "yes" and'
  const finished = {
    name: 'write_file',
    arguments: { path: 'a.txt', content: 'he said "yes" and' },
  }
  const open = await ask(t, calls('write_file', cut), finished)
  t.same(open.reply.calls, [], 'the text ends inside the value')
  const byLimit = await ask(
    t,
    says(`<tool_call>{"name": "write_file", "arguments": ${cut}`, 'length'),
    finished,
  )
  t.equal(byLimit.sideAsks, 0, 'no question about a call that the token limit cut')
  t.same(byLimit.reply.calls, [])
  const three = '{"content" = "he: "y", and", "path" = "a.txt"}'
  const greedy = { content: 'he: "y", and", "path" = "a.txt' }
  const swallowed = await ask(t, calls('write_file', three), {
    name: 'write_file',
    arguments: greedy,
  })
  t.same(swallowed.reply.calls, [], 'a value that contains another argument')
})

t.test('row 42: text, an empty reply and a valid call ask no side question', async (t) => {
  for (const main of [
    says('All is well.'),
    stream(chunk({}, 'stop'), DONE),
    calls('read_file', '{"path": "a.txt"}'),
    stream(
      chunk({
        tool_calls: [{ index: 0, id: 'a', function: { name: 'write_file', arguments: BROKEN } }],
      }),
      chunk({
        tool_calls: [{ index: 1, id: 'b', function: { name: 'read_file', arguments: '{' } }],
      }),
      chunk({}, 'tool_calls'),
      DONE,
    ),
  ])
    t.equal((await ask(t, main, { name: 'write_file', arguments: RIGHT })).sideAsks, 0)
})

const word = fc.stringMatching(/^[a-z]{1,6}$/)
const text = fc
  .array(fc.constantFrom('"', "'", ' ', '\n', ', ', ': ', '}', '<', 'ab', 'path', '7', '\\'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))

t.test('row 42: only the call that the text says is run, for any answer', async (t) => {
  const dialects = await loadDialects()
  let ran = 0
  await fc.assert(
    fc.asyncProperty(fc.tuple(word, text), fc.tuple(word, text), async (meant, other) => {
      const [path, content] = meant
      const written = `{"path" = "${path}.txt", "content" = "${content}"}`
      const raw = {
        content: '',
        reasoning: '',
        tool_calls: [{ id: 'c9', name: 'write_file', arguments: written }],
        finish_reason: 'tool_calls',
      }
      const reply = parseReply(raw, { step: 1, tools: TOOLS, dialects })
      for (const answer of [
        { path: `${path}.txt`, content },
        { path: `${other[0]}.txt`, content: other[1] },
        { path: `${path}.txt`, content: other[1] },
        { path: `${path}.txt`, content: content.slice(0, -1) },
      ]) {
        const value = { name: 'write_file', arguments: answer }
        const repairing = repairReply(raw, reply, {
          request: REQUEST,
          ask: at(),
          repair: async () => ({ value, source: 'model', reason: '', tookMs: 1, used: null }),
          dialects,
        })
        let repaired = false
        let next = await repairing.next()
        for (; !next.done; next = await repairing.next())
          repaired ||= next.value.type === 'note' && !next.value.text.includes('not used')
        if (!repaired) continue
        ran += 1
        // The same text between the same quotes, with escapes as written or as in JSON.
        const given = next.value.calls[0]?.arguments ?? {}
        const forms = [String(given.content), JSON.stringify(given.content).slice(1, -1)]
        if (given.path !== `${path}.txt` || !forms.includes(content)) return false
      }
      return true
    }),
    { numRuns: 200, seed: 42 },
  )
  t.ok(ran > 80, `${ran} were repaired, none of them wrong`)
})
