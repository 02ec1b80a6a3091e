import { systemClock } from '#core'
import { createChunkWriter } from '../chunks.js'
import { type ChatCall, defineEngine, type Ending, type Sink } from '../engine.js'
import { Refusal } from '../errors.js'
import { readAnswer } from '../ollama/answer.js'
import { createCatalog } from '../ollama/catalog.js'
import { translateRequest } from '../ollama/request.js'
import { openEngineHttp } from '../upstream_http.js'
import { assertFits, estimatePrompt } from '../window.js'

/** How the runner says that the token limit cut a tool call, where it renders the template itself. */
const CUT_CALL = /invalid tool call arguments.*unexpected end of JSON input/s

/** Ollama by its native route, the only one that refuses instead of truncating in silence (ollama.md 1). */
export const ollama = defineEngine({
  name: 'ollama',
  defaultUrl: 'http://127.0.0.1:11434',
  // OLLAMA_NUM_PARALLEL is 1 unless the operator raised it.
  defaultSlots: 1,
  silentCalls: true,
  // After a cancel the prompt is read on to the end of its batch: 0.9-1.1 s measured.
  settleMs: 1_000,
  async open(settings) {
    const url = (settings.engineUrl ?? this.defaultUrl ?? '')
      .replace(/\/+$/, '')
      .replace(/\/v1$/, '')
    const token = settings.engineToken
    const http = openEngineHttp(url, {
      ...hostHeader(url),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    })
    const catalog = createCatalog(http, systemClock)

    async function run(
      { body, requestId }: ChatCall,
      native: object,
      sink: Sink,
      signal: AbortSignal,
    ): Promise<Ending> {
      const withUsage = body.stream !== true || body.stream_options?.include_usage === true
      const writer = createChunkWriter(body.model, requestId, Math.floor(systemClock.now() / 1000))
      const answer = readAnswer(writer, sink, withUsage)
      try {
        await http.post('/api/chat', native, answer, signal)
      } catch (error) {
        if (!(error instanceof Refusal) || !CUT_CALL.test(error.message)) throw error
        // Not a failure of the engine, and the same again would be cut again: it is a `length`.
        sink.accept(['tool-call-cut'])
        sink.write(writer.delta({ role: 'assistant', content: '' }))
        sink.write(Buffer.concat([writer.finish('length'), writer.done()]))
        return { usage: null, finishReason: 'length' }
      }
      return answer.end()
    }

    return {
      list: () => catalog.list(),
      async prepare(call) {
        const card = await catalog.card(call.body.model)
        if (card === null)
          throw new Refusal('model_not_found', `The engine has no model ${call.body.model}.`)
        const promptTokens = estimatePrompt(call.body)
        assertFits(promptTokens, card.windowTokens)
        const { native, ignored } = translateRequest(
          call.body,
          card,
          promptTokens,
          settings.keepAlive,
        )
        return {
          ignored,
          cold: !card.loaded,
          run: (sink, signal) => run(call, native, sink, signal),
        }
      },
      close: () => http.close(),
    }
  },
})

// Ollama on loopback answers 403 without a body to any other name; behind TLS the name is needed.
function hostHeader(url: string): Record<string, string> {
  const { protocol, port } = new URL(url)
  return protocol === 'http:' ? { host: `127.0.0.1:${port || 80}` } : {}
}
