import t, { type Test } from 'tap'
import { systemClock } from '#core'
import type { ChatBody } from '../../libs/relay/chat/chat_body.js'
import type { Account } from '../../libs/relay/exchange/account.js'
import { bytesOf, chainOf, countCommon, tokensIn } from '../../libs/relay/prefix/chain.js'
import { departureOf } from '../../libs/relay/prefix/departure.js'
import { createLastPrompts } from '../../libs/relay/prefix/last_prompts.js'
import { createPrefixBook } from '../../libs/relay/prefix/prefix.js'
import { createReadingSpeed } from '../../libs/relay/prefix/reading_speed.js'
import type { EngineUsage } from '../../libs/relay/upstream/engine.js'

type Prompt = Pick<ChatBody, 'tools' | 'messages'>

const tool = (name: string) => ({ type: 'function' as const, function: { name } })
const user = (content: string) => ({ role: 'user' as const, content })
const says = (content: string) => ({ role: 'assistant' as const, content })
const prompt = (messages: ChatBody['messages'], ...tools: string[]): Prompt => ({
  tools: tools.map(tool),
  messages,
})
const left = (before: Prompt, now: Prompt) => departureOf(chainOf(before), chainOf(now))

const TURN = [{ role: 'system' as const, content: 'You are.' }, user('one'), says('1')]

t.test('the first difference to the previous prompt has a name', async (t) => {
  const base = prompt(TURN, 'a', 'b')
  t.match(departureOf(null, chainOf(base)), { kind: 'first', place: null, lostShare: 0 })
  const cases: [string, Prompt, string | null][] = [
    ['the same again', prompt(TURN, 'a', 'b'), null],
    ['a turn more', prompt([...TURN, user('two')], 'a', 'b'), null],
    ['the last message taken back', prompt(TURN.slice(0, 2), 'a', 'b'), null],
    [
      'another system message',
      prompt([user('You were.'), ...TURN.slice(1)], 'a', 'b'),
      'messages[0]',
    ],
    [
      'another word in the middle',
      prompt([...TURN.slice(0, 2), says('2')], 'a', 'b'),
      'messages[2]',
    ],
    ['a tool changed', prompt(TURN, 'a', 'c'), 'tools[1]'],
    ['a tool taken away', prompt(TURN, 'a'), 'tools[1]'],
    ['a tool added', prompt(TURN, 'a', 'b', 'c'), 'tools[2]'],
    ['tools in another order', prompt(TURN, 'b', 'a'), 'tools[0]'],
    ['no tools any more', prompt(TURN), 'tools[0]'],
  ]
  for (const [what, now, place] of cases) t.equal(left(base, now).place, place, what)
  t.match(left({ messages: TURN }, { tools: null, messages: [...TURN, user('x')] }), {
    place: null,
  })
})

t.test(
  'white space and escapes of the JSON make no difference, the order in a tool does',
  async (t) => {
    const one = JSON.parse('{"messages":[{"role":"user","content":"h\\u0069"}]}')
    const other = JSON.parse('{ "messages": [ {"role": "user", "content": "hi"} ] }')
    t.equal(left(one, other).place, null)
    const schema = (text: string) => ({ tools: [JSON.parse(text)], messages: TURN }) as Prompt
    t.equal(left(schema('{"a":1,"b":2}'), schema('{"b":2,"a":1}')).place, 'tools[0]')
  },
)

t.test('a hash depends on everything before it', async (t) => {
  const one = chainOf(prompt([user('x'), says('same'), user('same too')]))
  const other = chainOf(prompt([user('y'), says('same'), user('same too')]))
  t.equal(countCommon(one, other), 0)
  for (const index of [0, 1, 2])
    t.not(
      one.links.subarray(index * 8, index * 8 + 8).toString('hex'),
      other.links.subarray(index * 8, index * 8 + 8).toString('hex'),
    )
  t.equal(one.links.length, 24, '8 bytes a piece, however long the piece')
})

t.test('the lost part is what both prompts have after the difference', async (t) => {
  const long = (letter: string) => user(letter.repeat(3_500))
  const before = prompt([long('a'), long('b'), long('c'), long('d')])
  const share = (now: Prompt) => Math.round(left(before, now).lostShare * 100)
  t.equal(share(prompt([long('x'), long('b'), long('c'), long('d')])), 100)
  t.equal(share(prompt([long('a'), long('x'), long('c'), long('d')])), 75)
  t.equal(share(prompt([long('a'), long('x')])), 50, 'a shorter prompt has less to read again')
  const more = [
    long('a'),
    long('b'),
    long('x'),
    long('y'),
    long('e'),
    long('f'),
    long('g'),
    long('h'),
  ]
  t.equal(share(prompt(more)), 25, 'what is new would have been read in any case')
})

t.test('the memory of all sessions is bounded', async (t) => {
  const bound = 100_000
  const prompts = createLastPrompts(bound)
  const chain = (size: number) =>
    chainOf(prompt(Array.from({ length: size }, (_, index) => user(`${index}`))))
  let most = 0
  for (let session = 0; session < 2_000; session += 1) {
    prompts.replace(`s${session}`, chain(1 + (session % 30)))
    most = Math.max(most, prompts.bytes())
  }
  t.ok(most <= bound)
  t.ok(prompts.bytes() > bound / 2)
  t.equal(prompts.replace('s0', chain(1)), null, 'the oldest is gone')
  t.not(prompts.replace('s1999', chain(1)), null, 'the newest is there')
  prompts.replace('huge', chain(20_000))
  t.equal(prompts.replace('huge', chain(1)), null, 'one beyond the bound is not kept')
  t.ok(prompts.bytes() <= bound)
})

const ACCOUNT: Account = {
  outcome: 'ok',
  queueMs: 0,
  firstByteMs: 1,
  firstTokenMs: null,
  upstreamMs: 1_000,
  events: 0,
  began: true,
  cold: false,
  freed: null,
  ending: null,
  bug: null,
}

function openBook(t: Test, memoryBytes?: number) {
  const book = createPrefixBook(systemClock, memoryBytes)
  let number = 0
  const ask = (
    { messages, tools }: Prompt,
    usage: EngineUsage | null = null,
    {
      session = 's' as string | null,
      person = 'ada',
      model = 'm',
      firstTokenMs = 0,
      cold = false,
    } = {},
  ) => {
    number += 1
    const body = { model, messages, tools } as ChatBody
    const trace = book.trace({ body, person, session, requestId: `req_${number}` })
    trace.begin()
    const ending = usage === null ? null : { usage, finishReason: 'stop' }
    const record = trace.end({ ...ACCOUNT, cold, firstTokenMs: firstTokenMs || null, ending })
    if (record === null) t.fail('no record')
    return record
  }
  return { book, ask }
}

t.test('lost tokens and seconds are computed from the measurements of the engine', async (t) => {
  const { ask } = openBook(t)
  const long = (letter: string) => user(letter.repeat(3_500))
  const turn = [long('a'), long('b'), long('c'), long('d')]
  const count = (promptTokens: number, cachedTokens?: number): EngineUsage => ({
    promptTokens,
    completionTokens: 5,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
  })
  t.match(ask(prompt(turn), count(4_000, 0), { firstTokenMs: 2_000 }), {
    left: 'first',
    promptTokens: 4_000,
    reusedTokens: 0,
    lostTokens: 0,
    lostSeconds: 0,
  })
  t.match(ask(prompt([...turn, says('e')]), count(4_010, 4_000)), {
    left: 'none',
    reusedTokens: 4_000,
  })
  const changed = prompt([long('a'), long('x'), long('c'), long('d')])
  const lost = ask(changed, count(4_000, 1_000))
  t.match(lost, { left: 'messages', place: 'messages[1]', lostTokens: 3_000, promptTokens: 4_000 })
  t.equal(lost?.lostSeconds, 1.5, '2,000 tokens a second were measured')
  const kept = ask(prompt(turn), count(4_000, 3_900))
  t.equal(kept?.place, 'messages[1]')
  t.equal(kept?.lostTokens, 100, 'no more is lost than was read')
  t.match(ask(changed, count(4_000, 99_999)), { reusedTokens: 4_000, lostTokens: 0 })
  const blind = ask(prompt(turn), count(4_000))
  t.match(blind, { reusedTokens: null, lostTokens: 3_000 }, 'an engine that tells nothing')
  t.match(ask(changed, null), { reusedTokens: null, place: 'messages[1]' })
  const other = ask(prompt(turn), null, { model: 'never measured' })
  t.match(other, { left: 'first' }, 'another model has another memory')
  t.match(ask(changed, null, { model: 'never measured' }), { lostSeconds: null })
})

t.test('row 276: how long the new part of a prompt takes, from the measured speed', async (t) => {
  const book = createPrefixBook(systemClock)
  const long = user('word '.repeat(2_000))
  const trace = (messages: ChatBody['messages']) =>
    book.trace({ body: { model: 'm', messages }, person: 'ann', session: 's', requestId: 'r' })
  const first = trace([long])
  t.equal(first.readingMs(), null)
  first.begin()
  t.equal(first.readingMs(), null, 'no speed was measured')
  const usage = { promptTokens: 2_000, completionTokens: 1, cachedTokens: 0, promptMs: 4_000 }
  first.end({ ...ACCOUNT, ending: { usage, finishReason: 'stop' } })
  const second = trace([long, says('yes'), user('word '.repeat(1_000))])
  second.begin()
  const ms = second.readingMs() ?? 0
  t.ok(ms > 1_500 && ms < 3_000, `${ms} ms for about 1,000 tokens`)
})

t.test('a cold load and a prompt of a few tokens are not used for the speed', async (t) => {
  const speed = createReadingSpeed()
  speed.learn('m', 100, 1)
  t.equal(speed.seconds('m', 1_000), null)
  speed.learn('m', 1_000, 0)
  t.equal(speed.seconds('m', 1_000), null)
  speed.learn('m', 1_000, 500)
  t.equal(speed.seconds('m', 1_000), 0.5)
  for (let model = 0; model < 200; model += 1) speed.learn(`m${model}`, 1_000, 500)
  t.equal(speed.seconds('m199', 1_000), null, 'models are bounded')
  const { ask } = openBook(t)
  ask(
    prompt([user('a'.repeat(9_000))]),
    { promptTokens: 3_000, completionTokens: 1, cachedTokens: 0 },
    {
      firstTokenMs: 60_000,
      cold: true,
    },
  )
  t.match(ask(prompt([user('b'.repeat(9_000))])), { place: 'messages[0]', lostSeconds: null })
})

t.test('sessions are distinguished, with a name or without', async (t) => {
  const { ask } = openBook(t)
  const one = prompt([user('one'), says('1')])
  const two = prompt([user('two'), says('2')])
  ask(one)
  t.match(ask(two), { left: 'messages', place: 'messages[0]' }, 'the same session')
  t.match(ask(one, null, { session: 'other' }), { left: 'first' })
  t.match(
    ask(two, null, { session: 'other', person: 'bob' }),
    { left: 'first' },
    'names are a person’s own',
  )
  const nameless = { session: null }
  t.match(ask(one, null, nameless), { left: 'first' })
  t.match(ask(two, null, nameless), { left: 'first' }, 'the first user message names it')
  t.match(ask(prompt([user('one'), says('1'), user('more')]), null, nameless), { left: 'none' })
  const dated = (day: string) =>
    prompt([{ role: 'system', content: `It is ${day}.` }, user('three')], 'a')
  ask(dated('Monday'), null, nameless)
  t.match(
    ask(dated('Tuesday'), null, nameless),
    { place: 'messages[0]' },
    'a date in the system message',
  )
  t.match(ask(prompt([user('three')], 'b'), null, nameless), { place: 'tools[0]' })
  ask(one, null, { session: 'tags', model: 'x:latest' })
  t.match(ask(one, null, { session: 'tags', model: 'x' }), { left: 'none', model: 'x' })
})

t.test('a request that never ran is not recorded, and people see only their own', async (t) => {
  const { book, ask } = openBook(t)
  const body = { model: 'm', ...prompt([user('one')]) } as ChatBody
  const trace = book.trace({ body, person: 'ada', session: 's', requestId: 'r' })
  t.equal(trace.end(ACCOUNT), null)
  t.equal(book.bytes(), 0)
  t.match(ask(prompt([user('two')])), { left: 'first' })
  for (let index = 0; index < 50; index += 1) ask(prompt([user('two')]), null, { person: 'bob' })
  t.equal(book.recent('bob').length, 20)
  t.match(book.recent('ada'), [{ left: 'first' }], 'not put out by others')
  t.equal(book.recent('ada').length, 1)
  t.same(book.recent('carol'), [])
  const text = JSON.stringify(book.recent('ada'))
  t.notMatch(text, /two|ada/, 'nothing of the body')
  for (let index = 0; index < 300; index += 1)
    ask(prompt([user('x')]), null, { person: `p${index}` })
  t.same(book.recent('ada'), [], 'people are bounded too')
})

t.test('a picture counts as a picture, not as its base64 text', async (t) => {
  const url = `data:image/png;base64,${'A'.repeat(200_000)}`
  const content = [
    { type: 'text', text: 'look' },
    { type: 'image_url', image_url: { url } },
  ]
  const chain = chainOf({ messages: [{ role: 'user', content }] } as Prompt)
  t.ok(tokensIn(chain) < 1_000, `${tokensIn(chain)} tokens`)
  t.ok(bytesOf(chain) < 300)
})
