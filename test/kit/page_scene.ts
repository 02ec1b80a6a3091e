import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Test } from 'tap'
import { type Clock, systemClock } from '#core'
import { createLog } from '#relay'
import { openUsage } from '../../libs/relay/usage/usage_book.js'
import { type Act, chunk, DONE, startEndpoint, stream, usageChunk } from './fake_endpoint.js'
import { type RunningRelay, startRelay, until } from './relay.js'

const HOUR_MS = 3_600_000
/** A Friday afternoon where the test runs. */
const NOW = new Date(2026, 10, 20, 15, 9).getTime()
const PEOPLE = ['anna', 'ben', 'chiara', 'emil'] as const
const BOT = 'nightly-bot'
/** What a team writes by the hour, in thousands of tokens, from the hour after the present one of yesterday on. */
const WRITTEN = [
  41, 38, 22, 9, 4, 2, 1, 12, 34, 30, 18, 3, 1, 0, 0, 2, 14, 38, 52, 47, 21, 33, 58, 31,
]

/** A clock that can be put forward while everything else goes on. */
function createJumpingClock(startMs: number): Clock & { jump(ms: number): void } {
  const begun = performance.now()
  let shift = 0
  const passed = () => performance.now() - begun + shift
  return {
    now: () => startMs + passed(),
    monotonic: passed,
    sleep: systemClock.sleep,
    jump(ms) {
      shift += ms
    },
  }
}

/** What the fake engine is to do, as the words of the last message: `6000 300 5200` are its counts. */
function actFor(body: string): Act {
  const { messages } = JSON.parse(body) as { messages: { content: unknown }[] }
  const last = messages.at(-1)?.content
  const text = Array.isArray(last) ? (last[0] as { text: string }).text : String(last)
  if (text === 'hang') return { body: [chunk({ content: 'x' })], end: 'hang' }
  const [prompt = 1, completion = 1, cached = 0] = text.split(' ').map(Number)
  return stream(
    // Twenty tokens in a millisecond: the scene must not take long.
    { waitMs: (prompt - cached) / 20 },
    chunk({ content: 'x' }),
    { waitMs: 40 },
    chunk({}, 'stop'),
    usageChunk(prompt, completion, cached),
    DONE,
  )
}

export interface PageScene {
  relay: RunningRelay
  /** Everybody's token is their name with `token-` before it. */
  tokenOf(name: string): string
  engine: Awaited<ReturnType<typeof startEndpoint>>
}

/**
 * A box in the middle of a busy afternoon: a day of records, half an hour of answers, four slots taken and
 * several people waiting.
 * @param thirdModel  id of a model that somebody waits for
 */
export async function playScene(t: Test, thirdModel: string): Promise<PageScene> {
  const stateDir = t.testdir()
  const clock = createJumpingClock(NOW)
  recordDay(stateDir)
  const engine = await startEndpoint((ask) => actFor(ask.body), {
    models: [
      { id: 'qwen3-coder:30b', context_window: 65_536, loaded: true, tools: true, vision: false },
      { id: 'qwen2.5vl:7b', context_window: 32_768, loaded: false, tools: false, vision: true },
      { id: thirdModel, loaded: false },
    ],
  })
  const tokenOf = (name: string) => `token-${name}`
  const relay = await startRelay(
    {
      engine: 'openai',
      engineUrl: engine.origin,
      insecureLoopback: false,
      stateDir,
      slots: 4,
      tokens: [...PEOPLE, BOT].map((name) => ({
        name,
        sha256: createHash('sha256').update(tokenOf(name)).digest('hex'),
        ...(name === BOT ? { class: 'batch' } : {}),
      })),
    },
    clock,
  )
  const leave = new AbortController()
  t.teardown(async () => {
    leave.abort()
    await relay.stop()
    await engine.close()
  })
  const post = (
    name: string,
    messages: object[],
    more: Record<string, string> = {},
    model?: string,
  ) =>
    relay.post(
      { model: model ?? 'qwen3-coder:30b', stream: true, messages },
      { headers: { authorization: `Bearer ${tokenOf(name)}`, ...more }, signal: leave.signal },
    )

  /** One answer from its beginning to its end, which takes this long on the clock. */
  async function answer(ms: number, ...terms: Parameters<typeof post>): Promise<void> {
    const asked = engine.asks.length
    const response = post(...terms)
    await until(() => engine.asks.length > asked)
    clock.jump(ms)
    await (await response).text()
  }

  for (let round = 0; round < 28; round += 1) {
    const name = PEOPLE[round % PEOPLE.length] ?? 'anna'
    const written = 260 + 45 * ((round * 7) % 11)
    await answer(38_000, name, [
      { role: 'user', content: `5200 ${round < 22 ? 2 * written : 4 * written} 4300` },
    ])
    clock.jump(20_000)
  }
  await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      post(PEOPLE[at % 4] ?? 'anna', [{ role: 'user', content: '4100 380 3700' }]),
    ).map(async (response) => (await response).text()),
  )
  await playConversation(answer)
  await sendPictures(answer)

  const countOutstanding = async () => {
    const headers = { authorization: `Bearer ${tokenOf('anna')}` }
    const queue = await fetch(`${relay.url}/v1/queue`, { headers })
    const { totals } = (await queue.json()) as { totals: { running: number; waiting: number } }
    return totals.running + totals.waiting
  }
  while ((await countOutstanding()) > 0) await pause(5)
  const hang = [{ role: 'user', content: 'hang' }]
  const streams: Promise<unknown>[] = []
  const queued = async (name: string, model?: string) => {
    const response = post(name, hang, {}, model)
    streams.push(response.catch(() => {}))
    // The next one comes after it.
    while ((await countOutstanding()) < streams.length) await pause(5)
  }
  for (const name of ['anna', 'ben', BOT, 'chiara']) {
    await queued(name)
    clock.jump(4_300)
  }
  for (const name of [BOT, 'ben', 'anna', BOT, 'emil', BOT, 'anna']) {
    await queued(name, name === 'emil' ? thirdModel : undefined)
    clock.jump(1_700)
  }
  await queued('anna', thirdModel)
  return { relay, tokenOf, engine }
}

/** A conversation that grows, and whose early part is changed twice by its client. */
async function playConversation(
  answer: (
    ms: number,
    name: string,
    messages: object[],
    more: Record<string, string>,
  ) => Promise<void>,
): Promise<void> {
  const session = { 'x-aircoder-session': 'a' }
  const messages: { role: string; content: string }[] = [
    { role: 'system', content: 'You are a careful programmer. '.repeat(40) },
    { role: 'user', content: 'Please fix the parser. '.repeat(30) },
  ]
  const turns = [
    '9100 410 0',
    '9740 280 9080',
    '10400 350 9720',
    '11030 190 560',
    '11620 420 11010',
    '12300 300 1240',
    '12900 260 12270',
  ]
  for (const [at, turn] of turns.entries()) {
    if (at === 3) messages[0] = { role: 'system', content: 'It is 15:38 now. '.repeat(60) }
    if (at === 5) messages[2] = { role: 'assistant', content: 'shortened' }
    messages.push({ role: 'user', content: turn })
    await answer(6_000, 'anna', messages, session)
    messages.push({ role: 'assistant', content: `done ${at}. `.repeat(50) })
  }
}

async function sendPictures(
  answer: (
    ms: number,
    name: string,
    messages: object[],
    more: Record<string, string>,
    model: string,
  ) => Promise<void>,
): Promise<void> {
  const noise = { type: 'gaussian' as const, mean: 150, sigma: 12 }
  for (const background of ['white', 'grey', 'black']) {
    const picture = await sharp({
      create: { width: 1_280, height: 720, channels: 3, background, noise },
    })
      .png()
      .toBuffer()
    const url = `data:image/png;base64,${picture.toString('base64')}`
    const part = { type: 'image_url', image_url: { url } }
    const content = [{ type: 'text', text: '2100 160 0' }, part, part]
    await answer(3_000, 'emil', [{ role: 'user', content }], {}, 'qwen2.5vl:7b')
  }
}

function recordDay(stateDir: string): void {
  const log = createLog('silent')
  for (const [at, thousands] of WRITTEN.entries()) {
    const hour = NOW - (WRITTEN.length - 1 - at) * HOUR_MS
    // The present hour fills with what the scene itself does.
    const clock: Clock = {
      ...systemClock,
      now: () => hour - (at === WRITTEN.length - 1 ? 60_000 : 0),
    }
    const usage = openUsage(stateDir, clock, log)
    const busy = Math.min(1, thousands / 62)
    for (const [index, name] of [...PEOPLE, BOT].entries()) {
      const isNight = new Date(hour).getHours() < 7
      const share =
        name === BOT
          ? isNight
            ? 0.9
            : 0.12
          : isNight
            ? 0.025
            : ([0.31, 0.24, 0.2, 0.13][index] ?? 0)
      const completion = Math.round(thousands * 1_000 * share)
      if (completion === 0) continue
      const requests = Math.ceil(completion / 420)
      usage.add(name, 'qwen3-coder:30b', {
        requests,
        prompt_tokens: completion * 19,
        completion_tokens: completion,
        reused_tokens: completion * 16,
        queue_ms: Math.round(requests * (150 + 9_000 * busy ** 4)),
        engine_ms: Math.round(4 * HOUR_MS * busy * 0.93 * share),
      })
    }
    usage.close()
  }
}
