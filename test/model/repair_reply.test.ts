import fc from 'fast-check'
import t, { type Test } from 'tap'
import { type ChatRequest, type Reply, systemClock } from '#core'
import { createClient, type ModelEvent } from '#model'
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

/** A client at one endpoint, the side question at another; both real. */
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

/** Signs of equality for colons, and quotes inside a value: what the parser does not guess at. */
const BROKEN = '{"path" = "a.txt", "content" = "he said "yes" and left"}'
const RIGHT = { path: 'a.txt', content: 'he said "yes" and left' }

t.test('row 42: a call that the parser cannot read is written anew, once, and told', async (t) => {
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

t.test('row 42: what was not said is not run, however well it reads', async (t) => {
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

t.test('row 42: a call that ends too early is never finished by a guess', async (t) => {
  const cut = '{"path" = "a.txt", "content" = "he said "yes" and'
  const finished = {
    name: 'write_file',
    arguments: { path: 'a.txt', content: 'he said "yes" and' },
  }
  const open = await ask(t, calls('write_file', cut), finished)
  t.same(open.reply.calls, [], 'the text breaks off inside the value')
  const byLimit = await ask(
    t,
    says(`<tool_call>{"name": "write_file", "arguments": ${cut}`, 'length'),
    finished,
  )
  t.equal(byLimit.sideAsks, 0, 'what the token limit cut is not even asked about')
  t.same(byLimit.reply.calls, [])
  const three = '{"content" = "he: "y", and", "path" = "a.txt"}'
  const greedy = { content: 'he: "y", and", "path" = "a.txt' }
  const swallowed = await ask(t, calls('write_file', three), {
    name: 'write_file',
    arguments: greedy,
  })
  t.same(swallowed.reply.calls, [], 'a value that took in another argument')
})

t.test('row 42: words, an empty reply and a good call ask nothing', async (t) => {
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

t.test(
  'row 42: of any answer to any broken call nothing is run that is not what was meant',
  async (t) => {
    const model = await startEndpoint((ask) =>
      calls('write_file', JSON.parse(ask.body).messages[0].content),
    )
    t.teardown(() => model.close())
    let ran = 0
    await fc.assert(
      fc.asyncProperty(word, text, word, text, async (path, content, otherPath, otherContent) => {
        const written = `{"path" = "${path}.txt", "content" = "${content}"}`
        const arguments_ = { path: `${otherPath}.txt`, content: otherContent }
        for (const answer of [
          { path: `${path}.txt`, content },
          arguments_,
          { path: `${path}.txt`, content: otherContent },
          { path: `${path}.txt`, content: content.slice(0, -1) },
        ]) {
          const value = { name: 'write_file', arguments: answer }
          const client = createClient({
            baseUrl: model.baseUrl,
            clock: systemClock,
            repair: async () => ({ value, source: 'model', reason: '', tookMs: 1 }),
          })
          const request = { ...REQUEST, messages: [{ role: 'user' as const, content: written }] }
          const asking = client.ask(request, at())
          let mended = false
          let next = await asking.next()
          for (; !next.done; next = await asking.next())
            mended ||= next.value.type === 'note' && !next.value.text.includes('not used')
          if (!mended) continue
          ran += 1
          // Read as a person would: the same text between the same quotes, escapes as written or as JSON has them.
          const given = next.value.calls[0]?.arguments ?? {}
          const forms = [String(given.content), JSON.stringify(given.content).slice(1, -1)]
          if (given.path !== `${path}.txt` || !forms.includes(content)) return false
        }
        return true
      }),
      { numRuns: 100, seed: 42 },
    )
    t.ok(ran > 40, `${ran} were mended, none of them wrong`)
  },
)
