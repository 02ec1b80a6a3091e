import OpenAI from 'openai'
import type { Test } from 'tap'
import type { Clock } from '#core'
import type { Act } from './fake_endpoint.js'
import { doneLine, type FakeOllamaModel, lines, says, startOllama } from './fake_ollama.js'
import { startRelay } from './relay.js'

export const MODEL: FakeOllamaModel = {
  name: 'm:latest',
  parameters:
    'num_ctx                        2048\nstop                           "<|im_end|>"\ntemperature                    0',
  capabilities: ['completion', 'tools'],
  loadedWindow: 2_048,
}

/** An Ollama that answers chats with `chat`, and a relay before it. */
export async function setup(
  t: Test,
  chat: (body: Record<string, unknown>) => Act,
  models: FakeOllamaModel[] = [MODEL],
  values: Record<string, unknown> = {},
  clock?: Clock,
) {
  const engine = await startOllama(models, chat)
  const relay = await startRelay({ engineUrl: engine.origin, ...values }, clock)
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

export const hello = () => lines(says('Hel'), says('lo'), doneLine())
