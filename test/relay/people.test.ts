import { timingSafeEqual } from 'node:crypto'
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { systemClock } from '#core'
import { openTokens, resolveProxySettings } from '#relay'
import { createBook } from '../../libs/relay/people/book.js'
import { createFailures } from '../../libs/relay/people/failures.js'
import { makePerson } from '../../libs/relay/people/person.js'
import { createRates } from '../../libs/relay/people/rates.js'
import { makeToken } from '../../libs/relay/people/token.js'
import type { Refusal } from '../../libs/relay/refusals/refusal.js'
import { createFakeClock } from '../kit/fake_clock.js'
import { noonZone } from '../kit/noon_zone.js'
import { bearer, setupPeople } from '../kit/people.js'
import { chatOf, lastEvent, until } from '../kit/relay.js'

process.env.TZ = noonZone()

t.test('a token has 256 random bits and a recognizable prefix', async (t) => {
  const made = Array.from({ length: 200 }, makeToken)
  for (const { id, token, sha256 } of made) {
    t.match(token, new RegExp(`^ac_${id}_[\\w-]{43}$`))
    t.match(sha256, /^[0-9a-f]{64}$/)
  }
  t.equal(new Set(made.map(({ token }) => token)).size, 200)
})

t.test(
  'the store holds digests in a private file, written whole, never through a link',
  async (t) => {
    const stateDir = t.testdir({ elsewhere: 'untouched' })
    symlinkSync(join(stateDir, 'elsewhere'), join(stateDir, 'tokens.json.1.new'))
    const tokens = openTokens(stateDir, systemClock)
    t.same(tokens.list(), [], 'nothing is made by looking')
    const token = tokens.add('alice', { class: 'batch', limits: { queued: 2 } })
    const text = readFileSync(tokens.path, 'utf8')
    t.notMatch(text, token)
    t.notMatch(text, token.split('_')[2] ?? 'x')
    t.equal(statSync(tokens.path).mode & 0o777, 0o600)
    t.match(tokens.list(), [{ name: 'alice', class: 'batch', limits: { queued: 2 }, live: true }])
    t.throws(() => tokens.add('alice', {}), { code: 'PROXY_TOKEN_EXISTS', exitCode: 2 })
    t.throws(() => tokens.revoke('nobody'), { code: 'PROXY_TOKEN_UNKNOWN' })
    t.throws(() => tokens.change('nobody', {}), { code: 'PROXY_TOKEN_UNKNOWN' })
    t.throws(() => tokens.rotate('nobody', {}), { code: 'PROXY_TOKEN_UNKNOWN' })

    t.not(tokens.rotate('alice', { limits: { running: 1 } }), token)
    t.match(tokens.list(), [
      { name: 'alice', live: false, revoked: String },
      { name: 'alice', live: true, class: 'batch', limits: { queued: 2, running: 1 } },
    ])
    tokens.change('alice', { class: 'normal', limits: { queued: undefined } })
    t.same(tokens.list()[1]?.limits, { running: 1 })
    t.equal(tokens.list()[1]?.class, 'normal')
    tokens.revoke('alice')
    t.ok(tokens.list().every(({ live }) => !live))
    tokens.add('alice', { expires: new Date(systemClock.now() - 1).toISOString() })
    t.equal(tokens.list().at(-1)?.live, false, 'expired')
    tokens.rotate('alice', {})
    t.equal(tokens.list().at(-1)?.live, true, 'an expiry that is over is not inherited')
    t.equal(readFileSync(join(stateDir, 'elsewhere'), 'utf8'), 'untouched')
    t.same(
      readdirSync(stateDir).filter((name) => name.includes('.new') && !name.includes('.1.')),
      [],
    )

    writeFileSync(tokens.path, '{"version":1,"tokens":[{"name":"x"}]}')
    const unreadable = { code: 'PROXY_TOKENS_UNREADABLE', message: /tokens\.0\.id/ }
    t.throws(() => tokens.list(), unreadable)
    t.throws(() => tokens.add('bob', {}), unreadable)
    t.match(readFileSync(tokens.path, 'utf8'), /"x"/, 'what cannot be read is not overwritten')
    writeFileSync(join(stateDir, 'file'), '')
    t.throws(() => openTokens(join(stateDir, 'file'), systemClock).add('bob', {}), {
      code: 'PROXY_STATE_UNWRITABLE',
    })
  },
)

t.test('every digest is compared for every answer, and all refusals are alike', async (t) => {
  let compared = 0
  const book = createBook(systemClock, (a, b) => {
    compared += 1
    return timingSafeEqual(a, b)
  })
  const stateDir = t.testdir()
  const tokens = openTokens(stateDir, systemClock)
  const good = tokens.add('good', {})
  const revoked = tokens.add('revoked', {})
  tokens.revoke('revoked')
  const expired = tokens.add('expired', { expires: '2020-01-01T00:00:00.000Z' })
  const { tokens: chosen } = resolveProxySettings([
    { source: 'test', values: { tokens: [{ name: 'first', sha256: '0'.repeat(64) }] } },
  ])
  book.replace(chosen, tokens.list())
  t.equal(book.size(), 4)
  const find = (header: string | undefined) => {
    compared = 0
    const found = book.find(header)
    t.equal(compared, 4, `as many comparisons for ${header?.slice(0, 12)}`)
    return found
  }
  t.match(find(`Bearer ${good}`), { person: { name: 'good', tokenId: /^\w{8}$/ }, chosen: false })
  t.match(find(`bearer  ${good} `), { person: { name: 'good' } })
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${good}`,
    good,
    `Bearer ${good}x`,
    `Bearer ${good.slice(0, -1)}`,
    `Bearer x ${good}`,
    `Bearer ${good} ${good}`,
    `Bearer ${good.toUpperCase()}`,
    `Bearer ${tokens.list()[0]?.sha256}`,
    `Bearer ${revoked}`,
    `Bearer ${expired}`,
  ])
    t.equal(find(header), null)
})

t.test('the answer is the same for a token unknown, expired and revoked', async (t) => {
  const { tokens, start, engine } = await setupPeople(t)
  tokens.add('good', {})
  const revoked = tokens.add('revoked', {})
  tokens.revoke('revoked')
  const expired = tokens.add('expired', { expires: '2020-01-01T00:00:00.000Z' })
  const relay = await start()
  const answers = await Promise.all(
    [revoked, expired, 'ac_abcdefgh_unknown'].map(async (token) => {
      const answer = await relay.post(chatOf('small'), { headers: bearer(token) })
      const { error } = (await answer.json()) as { error: Record<string, unknown> }
      t.match(error, { code: 'invalid_api_key', type: 'authentication_error' })
      const headers = [...answer.headers.entries()].filter(
        ([name]) => name !== 'x-request-id' && name !== 'date',
      )
      return JSON.stringify([answer.status, headers, { ...error, request_id: '' }])
    }),
  )
  t.equal(new Set(answers).size, 1)
  const missing = await relay.post(chatOf('small'))
  t.match(await missing.json(), {
    error: { code: 'invalid_api_key', message: /^The token is missing/ },
  })
  t.equal(engine.asks.length, 0)
})

t.test(
  'tokens are added and removed without a restart; an invalid file changes nothing',
  async (t) => {
    const { stateDir, tokens, start } = await setupPeople(t)
    await t.rejects(start(), { code: 'PROXY_NO_TOKENS' }, 'an empty store is no token')
    const alice = tokens.add('alice', {})
    const relay = await start()
    const statusOf = async (token: string) =>
      (await relay.post(chatOf('small'), { headers: bearer(token) })).status
    const becomes = async (token: string, status: number) => {
      while ((await statusOf(token)) !== status) await new Promise((done) => setTimeout(done, 50))
      t.equal(await statusOf(token), status)
    }
    t.equal(await statusOf(alice), 200)
    const bob = tokens.add('bob', {})
    await becomes(bob, 200)
    tokens.revoke('bob')
    await becomes(bob, 401)
    const second = tokens.rotate('alice', {})
    await becomes(alice, 401)
    t.equal(await statusOf(second), 200)

    const text = readFileSync(tokens.path, 'utf8')
    writeFileSync(tokens.path, text.slice(0, -20))
    await new Promise((done) => setTimeout(done, 1_200))
    t.equal(await statusOf(second), 200, 'what cannot be read is no reason to lock all out')
    t.equal(await statusOf(bob), 401, 'nor to let anybody in')
    writeFileSync(tokens.path, '{"version":1,"tokens":[]}')
    await becomes(second, 401)
    t.equal((await fetch(`${relay.url}/v1/models`)).status, 401, 'an emptied store opens no door')
    t.same(readdirSync(stateDir).sort(), [
      'tokens.json',
      'tokens.lock',
      ...readdirSync(stateDir).filter((name) => name.startsWith('usage.sqlite')),
    ])
  },
)

t.test('a revoked person’s streams end within seconds, waiting or running', async (t) => {
  const { tokens, start, engine } = await setupPeople(
    t,
    { slots: 1, openMs: 10, heartbeatMs: 50 },
    true,
  )
  const alice = tokens.add('alice', {})
  const bob = tokens.add('bob', {})
  const relay = await start()
  const open = (token: string) =>
    relay.post(chatOf('small', { stream: true }), { headers: bearer(token) })
  const running = await open(alice)
  await until(() => engine.asks.length === 1)
  const waiting = await open(alice)
  const others = await open(bob)
  const whole = relay.post(chatOf('small'), { headers: bearer(alice) })
  tokens.revoke('alice')
  const revoked = { error: { code: 'invalid_api_key', retryable: false, message: /revoked/ } }
  t.match(lastEvent(await running.text()), revoked)
  t.match(lastEvent(await waiting.text()), revoked)
  t.equal((await whole).status, 401)
  await until(() => engine.asks.length === 2)
  t.equal(others.status, 200, 'the slot went to the next one')
  await others.body?.cancel()
})

t.test('each person has the models and limits of their entry', async (t) => {
  const { tokens, start } = await setupPeople(t)
  const alice = tokens.add('alice', { models: ['sm*'] })
  const bob = tokens.add('bob', { models: ['large'] })
  const carol = tokens.add('carol', {})
  const relay = await start()
  const list = async (token: string) => {
    const answer = await fetch(`${relay.url}/v1/models`, { headers: bearer(token) })
    const { data } = (await answer.json()) as { data: { id: string }[] }
    return data.map(({ id }) => id)
  }
  t.same(await list(alice), ['small'])
  t.same(await list(bob), ['large:latest'], 'latest is the name without')
  t.same(await list(carol), ['small', 'large:latest'])
  for (const [token, model, status] of [
    [alice, 'small', 200],
    [alice, 'large', 403],
    [alice, 'large:latest', 403],
    [alice, 'none', 404],
    [bob, 'large', 200],
    [bob, 'small', 403],
    [carol, 'large:latest', 200],
  ] as const) {
    const answer = await relay.post(chatOf(model), { headers: bearer(token) })
    t.equal(answer.status, status, model)
    const shown = await fetch(`${relay.url}/v1/models/${model}`, { headers: bearer(token) })
    t.equal(shown.status, status, `${model}: its own route`)
    if (status === 403) t.match(await answer.json(), { error: { code: 'model_not_allowed' } })
  }
})

t.test('requests a minute and tokens a day end in 429, each with its own advice', async (t) => {
  const { tokens, start, engine } = await setupPeople(t)
  const often = tokens.add('often', { limits: { requestsPerMinute: 2 } })
  const much = tokens.add('much', { limits: { tokensPerDay: 10 } })
  const relay = await start()
  const ask = (token: string) => relay.post(chatOf('small'), { headers: bearer(token) })
  t.same([(await ask(often)).status, (await ask(often)).status], [200, 200])
  const third = await ask(often)
  t.equal(third.status, 429)
  t.equal(third.headers.get('x-should-retry'), 'true')
  const wait = Number(third.headers.get('retry-after'))
  t.ok(wait >= 1 && wait <= 30, `${wait} s`)
  t.match(await third.json(), { error: { code: 'rate_limited', type: 'rate_limit_error' } })
  t.equal((await fetch(`${relay.url}/v1/models`, { headers: bearer(often) })).status, 200)

  const asked = engine.asks.length
  t.equal((await ask(much)).status, 200)
  const me = async () =>
    (await (await fetch(`${relay.url}/v1/me`, { headers: bearer(much) })).json()) as object
  t.match(await me(), {
    object: 'me',
    name: 'much',
    class: 'interactive',
    token: /^\w{8}$/,
    models: ['*'],
    limits: { queued: 16, running: null, requests_per_minute: null, tokens_per_day: 10 },
    usage: {
      day: /^\d{4}-\d\d-\d\d$/,
      requests: 1,
      refused: 0,
      errors: 0,
      cancelled: 0,
      prompt_tokens: 5,
      reused_tokens: 3,
      completion_tokens: 2,
      images: 0,
      queue_ms: Number,
      engine_ms: Number,
    },
    tokens_left_today: 3,
  })
  t.equal((await ask(much)).status, 200, 'what takes one over the limit is not cut')
  const over = await ask(much)
  t.equal(over.status, 429)
  t.equal(over.headers.get('x-should-retry'), 'false')
  t.ok(Number(over.headers.get('retry-after')) <= 25 * 3600)
  t.equal(engine.asks.length, asked + 2)
  t.match(await me(), { usage: { requests: 2, refused: 1 }, tokens_left_today: 0 })
})

t.test('a bucket fills evenly, and the day ends at midnight', async (t) => {
  const clock = createFakeClock(new Date(2026, 10, 21, 23, 0, 0).getTime())
  let used = 0
  const rates = createRates(clock, () => used)
  const person = makePerson('p', { limits: { requestsPerMinute: 3, tokensPerDay: 100 } })
  /** `ok`, or the text of the refusal. */
  const enter = (who = person) => {
    try {
      rates.enter(who)
      return 'ok'
    } catch (error) {
      const { code, retryable, facts } = error as Refusal
      return [code, retryable, facts.retryAfterSeconds]
    }
  }
  t.same([enter(), enter(), enter()], ['ok', 'ok', 'ok'])
  t.same(enter(), ['rate_limited', true, 20])
  await clock.pass(20_000)
  t.same([enter(), enter()], ['ok', ['rate_limited', true, 20]])
  await clock.pass(10 * 60_000)
  t.same([enter(), enter(), enter()], ['ok', 'ok', 'ok'])
  t.same(enter(), ['rate_limited', true, 20], 'idling saves nothing up')
  used = 100
  await clock.pass(60_000)
  t.same(enter(), ['rate_limited', false, 3_600 - 20 - 600 - 60])
  t.equal(enter(makePerson('q')), 'ok')
})

t.test('an address with too many wrong tokens has to wait, valid tokens do not', async (t) => {
  const clock = createFakeClock()
  const failures = createFailures(() => 3, clock)
  for (let at = 0; at < 3; at += 1) {
    t.equal(failures.blockedFor('10.0.0.1'), 0)
    failures.failed('::ffff:10.0.0.1')
  }
  t.equal(failures.blockedFor('10.0.0.1'), 60)
  t.equal(failures.blockedFor('10.0.0.2'), 0)
  for (let at = 0; at < 3; at += 1) failures.failed(`2001:db8::${at}`)
  t.equal(failures.blockedFor('2001:db8:0:0:9:9:9:9'), 60, 'a /64 is one machine')
  t.equal(failures.blockedFor('2001:db8:0:1::1'), 0)
  await clock.pass(60_000)
  t.equal(failures.blockedFor('10.0.0.1'), 0)
  for (let at = 0; at < 20_000; at += 1) failures.failed(`host-${at}`)
  t.equal(failures.blockedFor('host-0'), 0, 'what is kept is bounded')

  const { tokens, start } = await setupPeople(t, { failedAuthPerMinute: 2 })
  const alice = tokens.add('alice', {})
  const relay = await start()
  const statuses: number[] = []
  for (const token of ['a', 'b', 'c', alice, 'd']) {
    const answer = await relay.post(chatOf('small'), { headers: bearer(token) })
    statuses.push(answer.status)
    if (answer.status !== 429) continue
    t.ok(Number(answer.headers.get('retry-after')) >= 1)
    t.equal(answer.headers.get('x-should-retry'), 'false')
  }
  t.same(statuses, [401, 401, 429, 200, 429])
})
