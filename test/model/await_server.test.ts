import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import type { ChatRequest, Clock } from '#core'
import { createClient, listModels } from '#model'
import { type Act, errorAct, startEndpoint, streamed } from '../kit/fake_endpoint.js'

const REQUEST: ChatRequest = {
  model: 'fake',
  messages: [{ role: 'user', content: 'hi' }],
  tools: [],
}
const HELLO = streamed({ content: 'Hello', reasoning: '', tool_calls: [], finish_reason: 'stop' })
const LOADING = { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }
const MODELS = JSON.stringify({ data: [{ id: 'fake' }] })
const MINUTE = 60_000

/** Time that moves only when somebody sleeps: no test waits. */
function sleepClock(): Clock & { sleeps: number[] } {
  const sleeps: number[] = []
  let at = 0
  const sleep = async (ms: number) => {
    sleeps.push(ms)
    at += ms
  }
  return { sleeps, now: () => at, monotonic: () => at, sleep }
}

type Answer = (response: ServerResponse) => void
const refusal =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body)
const models: Answer = (response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(MODELS)

/** A server whose list of models gives these answers in turn; the last one stays. */
async function listServer(
  t: Test,
  ...answers: Answer[]
): Promise<{ baseUrl: string; asked(): number }> {
  let count = 0
  const server = createServer((_, response) => {
    answers[Math.min(count, answers.length - 1)]?.(response)
    count += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: () => count,
  }
}

async function list(baseUrl: string, ms: number) {
  const lines: string[] = []
  const clock = sleepClock()
  const wait = { ms, onWait: (text: string) => void lines.push(text) }
  const found = await listModels({ baseUrl, clock, wait }).catch((error) => error)
  return { found, lines, clock }
}

t.test('the start waits for a server that loads its model, with a count', async (t) => {
  const server = await listServer(
    t,
    refusal(503, {}, JSON.stringify(LOADING)),
    refusal(503, { 'retry-after': '20' }),
    refusal(500, {}, '{"error":"llm server loading model"}'),
    models,
  )
  const { found, lines, clock } = await list(server.baseUrl, 5 * MINUTE)
  t.match(found, [{ id: 'fake' }])
  t.equal(server.asked(), 4)
  t.match(
    lines[0],
    /^waiting for http:\/\/127\.0\.0\.1:\d+ \(the endpoint answers 503: Loading model\): 0\.0 s of 5 min, next try in 0\.5 s$/,
  )
  t.match(lines[1], /0\.5 s of 5 min, next try in 20 s/)
  t.match(lines[2], /20 s of 5 min|21 s of 5 min/)
  t.same(clock.sleeps.slice(0, 2), [500, 20_000], "the server's own wish counts")
})

const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>'

t.test('a gateway whose server does not run yet is waited for, with a count', async (t) => {
  const server = await listServer(
    t,
    refusal(502, { 'content-type': 'text/html' }, HTML),
    refusal(504, {}, 'upstream timed out'),
    refusal(503),
    models,
  )
  const { found, lines } = await list(server.baseUrl, 5 * MINUTE)
  t.match(found, [{ id: 'fake' }])
  t.equal(server.asked(), 4)
  t.match(lines, [/answers 502\): .* of 5 min/, /answers 504: upstream timed out\)/, /answers 503/])
  t.notMatch(lines.join(), /html/)
})

t.test('a plain 500 is tried again, and not waited for', async (t) => {
  const server = await listServer(t, refusal(500, {}, 'broken'))
  const { found, lines } = await list(server.baseUrl, 5 * MINUTE)
  t.match(found, { code: 'ENDPOINT_FAILING', message: /GET \/models answers 500: broken/ })
  t.same(lines, [])
  t.equal(server.asked(), 2)
})

t.test('a refused connection is waited for up to the limit, then it is unreachable', async (t) => {
  const server = await listServer(t, models)
  const dead = new URL(server.baseUrl)
  dead.port = '9'
  const { found, lines, clock } = await list(dead.href, MINUTE)
  t.match(found, { code: 'ENDPOINT_UNREACHABLE', exitCode: 5, message: /connection refused/ })
  t.equal(clock.monotonic(), MINUTE, 'not longer')
  t.ok(lines.length >= 30, 'a service that starts is seen soon')
  t.match(lines.at(-1), /of 60 s, next try in/)
  const none = await list(dead.href, 0)
  t.match(none.found, { exitCode: 5 })
  t.same(none.lines, [], '--wait 0 does not wait')
})

t.test('what waiting cannot cure fails at once', async (t) => {
  for (const [answer, code] of [
    [refusal(401), 'AUTH_REJECTED'],
    [refusal(200, { 'content-type': 'text/html' }, '<html>'), 'ENDPOINT_NOT_API'],
    [refusal(404), 'ENDPOINT_NOT_API'],
    [refusal(503, { 'retry-after': '86400' }), 'ENDPOINT_BUSY'],
    [refusal(429, { 'retry-after': '600' }), 'ENDPOINT_BUSY'],
  ] as [Answer, string][]) {
    const server = await listServer(t, answer)
    const { found, lines } = await list(server.baseUrl, 5 * MINUTE)
    t.match(found, { code, exitCode: 5 })
    t.same(lines, [], code)
    t.equal(server.asked(), 1, code)
    if (code === 'ENDPOINT_BUSY')
      t.match(found, { message: /It asks to wait .* min, and --wait allows 5 min\.$/ })
  }
  const { found, lines } = await list('http://no-such-host.invalid/v1', 5 * MINUTE)
  t.match(found, { code: 'ENDPOINT_UNREACHABLE' })
  t.same(lines, [])
})

const askAgain = (t: Test, waitMs: number, ...acts: Act[]) => ask(t, waitMs, ...acts, 'again')

async function ask(t: Test, waitMs: number, ...given: (Act | 'again')[]) {
  const acts = given.filter((act): act is Act => act !== 'again')
  const failedBefore = acts.length < given.length
  const fake = await startEndpoint((_, n) => acts[Math.min(n, acts.length) - 1] ?? HELLO)
  t.teardown(() => fake.close())
  const clock = sleepClock()
  const client = createClient({ baseUrl: fake.baseUrl, clock, waitMs, random: () => 1 })
  const { signal } = new AbortController()
  const run = client.ask(REQUEST, { step: 1, sessionId: 's', signal, failedBefore })
  const lines: string[] = []
  for (;;) {
    const next = await run.next()
    if (next.done) return { reply: next.value, lines, clock, asks: fake.asks.length }
    if (next.value.type === 'waiting') lines.push(next.value.text)
  }
}

t.test('a step waits for a server that was restarted, and goes on', async (t) => {
  const busy = errorAct(503, { message: 'loading model' })
  const { reply, lines, asks } = await ask(t, 5 * MINUTE, busy, busy, busy, busy, busy, busy, HELLO)
  t.equal(reply.text, 'Hello')
  t.equal(asks, 7, 'more often than the tries of other errors')
  t.match(
    lines,
    Array.from({ length: 6 }, () => /^waiting for .* of 5 min, next try in/),
  )
})

t.test(
  'after the limit the run ends as busy, says how long the server asks for, and the task stays open',
  async (t) => {
    const { reply, clock } = await ask(t, MINUTE, errorAct(503, { message: 'loading model' }))
    t.match(reply.problem, {
      code: 'busy',
      message: /answers 503: loading model, after a wait of 60 s\.$/,
    })
    t.equal(clock.monotonic(), MINUTE)
    const later = await ask(
      t,
      MINUTE,
      errorAct(503, { message: 'busy' }, { 'retry-after': '3600' }),
    )
    t.match(
      later.reply.problem?.message,
      /answers 503: busy\. It asks to wait 60 min, and --wait allows 60 s\.$/,
      'no wait is claimed',
    )
    t.equal(later.asks, 1)
    const none = await ask(t, 0, errorAct(503, { message: 'loading model' }))
    t.match(none, { reply: { problem: { code: 'busy' } }, asks: 1, lines: [] })
    const broken = await ask(t, MINUTE, errorAct(500, { message: 'broken' }))
    t.match(
      broken,
      { reply: { problem: { code: 'inference_error' } }, asks: 4 },
      'a bug is not waited for',
    )
  },
)

t.test('a step waits for a gateway, but not for an engine that failed', async (t) => {
  const gateway = errorAct(502, { message: 'bad gateway' })
  const { reply, asks } = await ask(
    t,
    5 * MINUTE,
    ...Array.from({ length: 6 }, () => gateway),
    HELLO,
  )
  t.equal(reply.text, 'Hello')
  t.equal(asks, 7)
  const gone = await ask(t, MINUTE, errorAct(504, { message: 'no answer' }))
  t.match(gone.reply.problem, { code: 'busy', message: /answers 504.*after a wait of 60 s/ })
  const page = await ask(t, MINUTE, { status: 502, body: [HTML] })
  t.match(page.reply.problem, {
    code: 'busy',
    message: /answers 502 with a web page, as a gateway does whose server is not running, after/,
  })
  for (const [status, code] of [
    [502, 'engine_error'],
    [502, 'engine_stopped'],
    [504, 'engine_timeout'],
  ] as const) {
    const failed = await ask(t, MINUTE, errorAct(status, { message: 'it crashed', code }))
    t.match(failed, { reply: { problem: { code: 'inference_error' } }, asks: 4 }, code)
  }
})

t.test('an engine that failed on all tries is waited for at the next request', async (t) => {
  const broken = errorAct(502, { message: 'The engine failed (500): boom', code: 'engine_error' })
  const first = await ask(t, MINUTE, broken)
  t.match(first, { reply: { problem: { unanswered: 'tried' } }, asks: 4 })
  const back = await askAgain(t, MINUTE, ...Array.from({ length: 6 }, () => broken), HELLO)
  t.match(back, { reply: { text: 'Hello', problem: null }, asks: 7 })
  t.match(back.lines[5], /^waiting for .*answers 502: The engine failed.* of 60 s, next try in/)
  const never = await askAgain(t, MINUTE, broken)
  t.match(never.reply.problem, {
    code: 'inference_error',
    unanswered: 'waited',
    message: /boom, after a wait of 60 s\.$/,
  })
  t.equal(never.clock.monotonic(), MINUTE)
  t.match(await askAgain(t, 0, broken), {
    reply: { problem: { unanswered: 'tried' } },
    asks: 4,
  })
})
