import { request } from 'node:http'
import sharp from 'sharp'
import t from 'tap'
import { createImages, type Images } from '../../libs/relay/images/images.js'
import type { ImageReport } from '../../libs/relay/images/report.js'
import { resolveProxySettings } from '../../libs/relay/settings/settings.js'
import { startEndpoint, stream } from '../kit/fake_endpoint.js'
import { doneLine, lines, says, startOllama } from '../kit/fake_ollama.js'
import { setupImages } from '../kit/image_relay.js'
import { noise, plainPng, userSays } from '../kit/images.js'
import { startRelay } from '../kit/relay.js'

t.test('an address is refused and never fetched, by us or by the engine', async (t) => {
  const { engine, post } = await setupImages(t)
  const trap = await startEndpoint(() => stream('trapped'))
  t.teardown(() => trap.close())
  const url = `${trap.origin}/picture.png`
  for (const part of [
    { type: 'image_url', image_url: { url } },
    { type: 'input_image', image_url: url },
    { type: 'image', source: { type: 'url', url } },
    { type: 'image', image: url },
  ]) {
    const { status, text } = await post([userSays(part)], { stream: true })
    t.equal(status, 400)
    t.match(JSON.parse(text), {
      error: {
        code: 'invalid_image',
        type: 'invalid_request_error',
        param: 'messages.0.content.0',
      },
    })
    t.notMatch(text, trap.origin)
  }
  const { status, text } = await post([userSays({ type: 'video_url', video_url: { url } })])
  t.equal(status, 400)
  t.match(text, /fetches an address.*invalid_request/)
  t.equal(trap.requests.length, 0)
  t.equal(engine.asks.length, 0)
})

t.test('a model without vision refuses before the queue; the window counts pictures', async (t) => {
  const ollama = await startOllama(
    [
      { name: 'text:latest', capabilities: ['completion'], loadedWindow: 4_096 },
      { name: 'qwen2.5vl:3b', capabilities: ['completion', 'vision'], loadedWindow: 1_024 },
    ],
    () => lines(says('seen'), doneLine()),
  )
  const relay = await startRelay({ engine: 'ollama', engineUrl: ollama.origin, imagesKept: 0 })
  t.teardown(async () => {
    await relay.stop()
    await ollama.close()
  })
  const post = (model: string, ...parts: Buffer[]) =>
    relay.post({ model, messages: [userSays('look', ...parts)], stream: true })
  const shots = await Promise.all(
    ['red', 'tan', 'teal', 'navy'].map((colour) => plainPng(1_920, 1_080, colour)),
  )
  const blind = await post('text', ...shots.slice(0, 1))
  t.equal(blind.status, 400)
  t.match(await blind.json(), {
    error: { code: 'invalid_image', message: /text has no vision.*\/v1\/models/ },
  })
  // Each is 27 x 15 tiles = 405 tokens: two fit into 1,024, four cannot.
  const seen = await post('qwen2.5vl:3b', ...shots.slice(0, 2))
  t.match(await seen.text(), /seen/)
  t.match(ollama.chats[0]?.messages, [{ content: 'look', images: [/^iVBOR/, /^iVBOR/] }])
  const full = await post('qwen2.5vl:3b', ...shots)
  t.match(await full.json(), {
    error: {
      code: 'context_length_exceeded',
      prompt_tokens: 1_680,
      context_window: 1_024,
    },
  })
  t.equal(ollama.chats.length, 1)
})

t.test('each limit on pictures has its answer', async (t) => {
  const { engine, post } = await setupImages(t, { imageBytes: 2_000, imagePixels: 10_000 })
  const dot = await plainPng(2, 2, 'red')
  const says = async (...parts: (Buffer | object)[]) => {
    const { status, text } = await post([userSays(...parts)])
    return `${status} ${(JSON.parse(text) as { error: { message: string } }).error.message}`
  }
  t.match(await says(...Array<Buffer>(257).fill(dot)), /^400 .*257 images, 256 are allowed/)
  t.match(await says(await noise(60, 60, 'png')), /^400 .*bytes, 2000 are allowed/)
  t.match(await says(await plainPng(101, 100, 'red')), /^400 .*101 x 100.*10000 in all/)
  t.match(await says({ type: 'image_url', image_url: 'x' }), /^400 messages\.0\.content\.0/)
  t.equal(engine.asks.length, 0)
})

/** The door without a network, where waiting can be watched. */
function openImages(values: Record<string, unknown>): Images {
  return createImages(resolveProxySettings([{ source: 'test', values }]))
}

const MODEL = {
  id: 'qwen2.5vl',
  created: null,
  windowTokens: null,
  loaded: null,
  tools: null,
  vision: true,
  slots: null,
}

t.test('savings of all pictures are reported; a client that leaves causes no work', async (t) => {
  const images = openImages({ imageLanes: 1 })
  const reports: ImageReport[] = []
  images.onReport((report) => reports.push(report))
  const big = await noise(1_500, 1_000, 'png')
  const shrink = (bytes: Buffer, signal: AbortSignal, requestId: string) =>
    images.shrink(
      { model: 'm', messages: [userSays(bytes, bytes) as never] },
      {
        requestId,
        person: 'kim',
        model: MODEL,
        lifted: new Map(),
        signal,
      },
    )
  const plain = await plainPng(1_920, 1_080, 'red')
  const never = new AbortController().signal
  const leaver = new AbortController()
  const first = shrink(big, never, 'a')
  const left = shrink(big, leaver.signal, 'b')
  const last = shrink(plain, never, 'c')
  leaver.abort(new Error('left'))
  await t.rejects(left, { message: 'left' })
  await Promise.all([first, last])
  t.match(reports, [
    { requestId: 'a', person: 'kim', model: 'qwen2.5vl', images: 2, repeats: 1, old: 0 },
    { requestId: 'c', images: 2, repeats: 1, tokens: 405, savedTokens: 2 * 69 * 39 - 405 },
  ])
  t.equal(reports[0]?.inBytes, 2 * big.length)
  let decoded = 0
  const count = () => decoded++
  sharp.queue.on('change', count)
  t.teardown(() => sharp.queue.off('change', count))
  await shrink(big, never, 'd')
  t.equal(decoded, 0, 'what was made before is not made again')
  await shrink(await noise(1_500, 1_001, 'png'), never, 'e')
  t.not(decoded, 0, 'the count sees a picture that is new')
})

t.test('thirty requests with pictures at once: all are answered', async (t) => {
  const { relay } = await setupImages(t, { slots: 200, userQueued: 200 })
  const shot = await noise(500, 400, 'png')
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const own = Buffer.concat([shot, Buffer.from(String(index))])
      const answer = await relay.post({ model: 'qwen2.5vl', messages: [userSays(own)] })
      await answer.text()
      return answer.status
    }),
  )
  t.ok(statuses.includes(200))
  t.ok(
    statuses.every((status) => status === 200 || status === 429),
    'beyond the line it is their own limit',
  )
})

/** Sends a body in chunks, whose sum no header tells; null where the answer never came. */
function postInChunks(url: string, body: Buffer, disconnect = false): Promise<number | null> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json' }
    const asking = request(`${url}/v1/chat/completions`, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? null)
    })
    asking.on('error', () => resolve(null))
    for (let at = 0; at < body.length; at += 30_000) asking.write(body.subarray(at, at + 30_000))
    if (!disconnect) asking.end()
    else setTimeout(() => asking.destroy(), 20)
  })
}

t.test(
  'a body in chunks is read, refused when too large, dropped when it ends early',
  async (t) => {
    const { engine, relay } = await setupImages(t, { bodyBytes: 1_500_000 })
    const bodyOf = (bytes: Buffer, more = 0) =>
      Buffer.from(
        JSON.stringify({
          model: 'qwen2.5vl',
          messages: [userSays('ü'.repeat(9), bytes)],
          more: 'x'.repeat(more),
        }),
      )
    const shot = await noise(600, 500, 'png')
    t.ok(shot.length > 800_000)
    t.equal(await postInChunks(relay.url, bodyOf(shot)), 200)
    t.match(engine.asks[0]?.body, /"text":"ü{9}"/)
    t.not(await postInChunks(relay.url, bodyOf(shot, 900_000)), 200)
    t.equal(await postInChunks(relay.url, bodyOf(shot), true), null)
    const large = await relay.post({
      model: 'qwen2.5vl',
      messages: [userSays('x'.repeat(1_600_000))],
    })
    t.equal(large.status, 413)
    t.match(await large.json(), { error: { code: 'request_too_large' } })
    const broken = await fetch(`${relay.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `${bodyOf(shot).toString().slice(0, -3)}__proto__`,
    })
    t.equal(broken.status, 400)
    t.equal(engine.asks.length, 1)
    t.equal(await postInChunks(relay.url, bodyOf(shot)), 200)
  },
)

t.test('a conversation with images is refused on other routes', async (t) => {
  const { engine, relay } = await setupImages(t)
  for (const path of ['/v1/embeddings', '/v1/completions']) {
    const body = { model: 'qwen2.5vl', input: 'x', prompt: 'x', messages: [userSays('x')] }
    const answer = await relay.post(body, { path })
    t.equal(answer.status, 400)
    t.match(await answer.json(), { error: { code: 'invalid_request', param: 'messages' } })
  }
  t.equal(engine.asks.length, 0)
})
