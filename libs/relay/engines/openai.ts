import { z } from 'zod'
import type { ChatBody, PlainBody } from '../chat_body.js'
import { defineEngine, type Ending, type ModelEntry, type Sink } from '../engine.js'
import { Refusal } from '../errors.js'
import { relayEvents } from '../relay_events.js'
import { openEngineHttp, type Reader } from '../upstream_http.js'

/** Models as vLLM, SGLang, llama.cpp's server, LM Studio and another aircoder-proxy list them. */
const ModelList = z.looseObject({
  data: z
    .array(
      z.looseObject({
        id: z.string(),
        created: z.number().nullish(),
        max_model_len: z.number().nullish(),
        context_window: z.number().nullish(),
        loaded: z.boolean().nullish(),
        tools: z.boolean().nullish(),
        vision: z.boolean().nullish(),
        slots: z.number().nullish(),
        meta: z.looseObject({ n_ctx: z.number().nullish() }).nullish(),
      }),
    )
    .nullable(),
})

/** Any server that speaks OpenAI's API: bytes are relayed, nothing is translated. */
export const openai = defineEngine({
  name: 'openai',
  defaultUrl: 'http://127.0.0.1:8000',
  defaultSlots: 16,
  silentCalls: false,
  settleMs: 0,
  async open(settings) {
    const url = settings.engineUrl ?? this.defaultUrl ?? ''
    const base = `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
    const token = settings.engineToken
    const http = openEngineHttp(base, token ? { authorization: `Bearer ${token}` } : {})

    async function list(): Promise<ModelEntry[]> {
      const answer = ModelList.safeParse(await http.ask('GET', '/models', null))
      if (!answer.success) throw new Refusal('engine_unavailable', 'The engine lists no models.')
      return (answer.data.data ?? []).map((model) => ({
        id: model.id,
        created: model.created ?? null,
        windowTokens: model.context_window ?? model.max_model_len ?? model.meta?.n_ctx ?? null,
        loaded: model.loaded ?? null,
        tools: model.tools ?? null,
        vision: model.vision ?? null,
        slots: model.slots ?? null,
      }))
    }

    async function stream(
      path: string,
      body: object,
      sink: Sink,
      hide: boolean,
      signal: AbortSignal,
    ) {
      const relay = relayEvents(sink, hide)
      await http.post(path, body, relay, signal)
      return relay.end()
    }

    return {
      list,
      prepare: async ({ body }) => ({
        ignored: [],
        cold: false,
        run: (sink, signal) =>
          stream('/chat/completions', streamed(body), sink, !wantsUsage(body), signal),
      }),
      async plain(route, body, sink, signal): Promise<Ending> {
        if (body.stream === true) return stream(`/${route}`, body, sink, false, signal)
        await http.post(`/${route}`, body, passOn(sink), signal)
        return { usage: null, finishReason: null }
      },
      close: () => http.close(),
    }
  },
})

// Always streamed upstream, also for a client that wants one piece: a cancel then works the same way.
function streamed(body: ChatBody): PlainBody {
  return { ...body, stream: true, stream_options: { ...body.stream_options, include_usage: true } }
}

function wantsUsage(body: ChatBody): boolean {
  return body.stream !== true || body.stream_options?.include_usage === true
}

function passOn(sink: Sink): Reader {
  return {
    head(headers) {
      const type = String(headers['content-type'] ?? '')
      if (!type.includes('json'))
        throw new Refusal(
          'engine_error',
          `The engine sent ${type || 'no type'} where JSON was due.`,
        )
      sink.heard()
      sink.accept()
    },
    data(chunk) {
      sink.heard()
      return sink.write(chunk)
    },
    whenDrained: (resume) => sink.whenDrained(resume),
    finished: () => false,
  }
}
