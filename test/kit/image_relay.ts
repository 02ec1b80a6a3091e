import type { Test } from 'tap'
import { chunk, DONE, startEndpoint, stream, usageChunk } from './fake_endpoint.js'
import { startRelay } from './relay.js'

/** What the engine of `setupImages` says. */
export const ANSWER = [chunk({ content: 'seen' }), chunk({}, 'stop'), usageChunk(7, 3), DONE]

export type Part = { type: string; text?: string; image_url?: { url: string } }
/** A body as the engine got it. */
export type Sent = { messages: { content: string | Part[] }[] }

/** An engine that takes everything, and a relay before it. */
export async function setupImages(
  t: Test,
  values: Record<string, unknown> = {},
  models = ['qwen2.5vl'],
) {
  const engine = await startEndpoint(() => stream(...ANSWER), {
    models: models.map((id) => ({ id, context_window: 4_096 })),
  })
  const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin, ...values })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  /** What the engine got of each request. */
  const sent = () => engine.asks.map(({ body }) => JSON.parse(body) as Sent)
  const post = async (messages: object[], rest: object = {}) => {
    const answer = await relay.post({ model: models[0], messages, ...rest })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text }
  }
  return { engine, relay, sent, post }
}

/** The parts of all messages. */
export function partsOf(body: Sent | undefined): Part[] {
  return (body?.messages ?? []).flatMap(({ content }) => (Array.isArray(content) ? content : []))
}

/** The pictures of a body as bytes. */
export function picturesOf(body: Sent | undefined): Buffer[] {
  return partsOf(body)
    .filter((part) => part.type === 'image_url')
    .map(({ image_url }) => {
      const [, base64 = ''] =
        /^data:image\/(?:png|jpeg);base64,(.+)$/.exec(image_url?.url ?? '') ?? []
      return Buffer.from(base64, 'base64')
    })
}
