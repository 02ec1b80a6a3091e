import OpenAI from 'openai'
import type { Test } from 'tap'
import {
  type Act,
  type Ask,
  chunk,
  DONE,
  errorAct,
  startEndpoint,
  usageChunk,
} from './fake_endpoint.js'
import { startRelay } from './relay.js'

/** An engine that answers as `acts` says by the name of the model, and a relay before it. */
export async function setup(
  t: Test,
  acts: Record<string, (ask: Ask) => Act>,
  values: Record<string, unknown> = {},
) {
  const engine = await startEndpoint(
    (ask) => {
      const { model } = JSON.parse(ask.body) as { model: string }
      return acts[model]?.(ask) ?? errorAct(404, { message: `no ${model}` })
    },
    { models: Object.keys(acts).map((id) => ({ id, context_window: 4_096 })) },
  )
  const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin, ...values })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  return {
    engine,
    relay,
    sdk: new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: 'x', maxRetries: 0 }),
  }
}

export const HELLO = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Grüße ' }),
  chunk({ content: '한국어' }),
]
export const END = [chunk({}, 'stop'), usageChunk(7, 3), DONE]

export const CALLS = [
  chunk({ role: 'assistant', content: null }),
  chunk({
    tool_calls: [
      { index: 0, id: 'a', type: 'function', function: { name: 'grep', arguments: '' } },
    ],
  }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"pattern":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"x"}' } }] }),
  chunk({
    tool_calls: [
      { index: 1, id: 'b', type: 'function', function: { name: 'glob', arguments: '{}' } },
    ],
  }),
  chunk({}, 'tool_calls'),
  DONE,
]
