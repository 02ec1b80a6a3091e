import { z } from 'zod'
import type { ChatBody } from '../chat/chat_body.js'
import { Refusal } from '../refusals/refusal.js'
import type { StopSignal } from '../signals/stop_signal.js'
import { defineEngine, type Ending, type ModelEntry, type Sink } from '../upstream/engine.js'
import { openEngineHttp, type Reader } from '../upstream/engine_http.js'
import { readUsage, relayEvents } from '../upstream/relay_events.js'

/** The list of models of vLLM, SGLang, llama.cpp's server, LM Studio and another aircoder-proxy. */
const ModelList = z.looseObject({
  data: z
    .array(
      z.looseObject({
        id: z.string(),
        // A wrong field is an unknown one: the model can still be used.
        created: z.number().nullish().catch(null),
        owned_by: z.string().nullish().catch(null),
        max_model_len: z.number().nullish().catch(null),
        context_window: z.number().nullish().catch(null),
        loaded: z.boolean().nullish().catch(null),
        tools: z.boolean().nullish().catch(null),
        vision: z.boolean().nullish().catch(null),
        slots: z.number().nullish().catch(null),
        meta: z
          .looseObject({ n_ctx: z.number().nullish().catch(null) })
          .nullish()
          .catch(null),
      }),
    )
    .nullable(),
})

/** Any server with OpenAI's API: bytes are relayed, nothing is translated. */
export const openai = defineEngine({
  name: 'openai',
  place: 'http',
  defaultUrl: 'http://127.0.0.1:8000',
  urlIsGuess: true,
  defaultSlots: 16,
  silentCalls: false,
  settleMs: 0,
  async open(settings) {
    const url = settings.engineUrl ?? this.defaultUrl ?? ''
    const base = `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
    const token = settings.engineToken
    const http = openEngineHttp(base, token ? { authorization: `Bearer ${token}` } : {})

    /** Models of llama.cpp's server, which reports how much of a prompt it has read. */
    let tellsProgress = new Set<string>()

    async function list(): Promise<ModelEntry[]> {
      const answer = ModelList.safeParse(await http.ask('GET', '/models', null))
      if (!answer.success) throw new Refusal('engine_unavailable', 'The engine lists no models.')
      const rows = answer.data.data ?? []
      const own = rows.filter(({ owned_by: owner }) => owner === 'llamacpp')
      tellsProgress = new Set(own.map(({ id }) => id))
      return rows.map((model) => ({
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
      how: { hideUsage: boolean; asksProgress?: boolean },
      signal: StopSignal,
    ) {
      const relay = relayEvents(sink, how)
      await http.post(path, body, relay, signal)
      return relay.end()
    }

    return {
      list,
      prepare: async ({ body }) => ({
        ignored: [],
        cold: false,
        run: (sink, signal) => {
          const asksProgress = tellsProgress.has(body.model) && mayAsk(body)
          const asked = { ...streamed(body), ...(asksProgress && { return_progress: true }) }
          const how = { hideUsage: !wantsUsage(body), asksProgress }
          return stream('/chat/completions', asked, sink, how, signal)
        },
      }),
      async plain(route, body, sink, signal): Promise<Ending> {
        if (body.stream === true)
          return stream(`/${route}`, body, sink, { hideUsage: false }, signal)
        const edges = keepEdges()
        await http.post(`/${route}`, body, passOn(sink, edges), signal)
        return { usage: readUsage(edges.text()), finishReason: null }
      },
      close: () => http.close(),
    }
  },
})

// Always streamed upstream, also for a client that does not want a stream: a cancel then works the same way.
function streamed(body: ChatBody): ChatBody {
  return { ...body, stream: true, stream_options: { ...body.stream_options, include_usage: true } }
}

function wantsUsage(body: ChatBody): boolean {
  return body.stream !== true || body.stream_options?.include_usage === true
}

/** A client that waits for one object sees no progress, and one that asks itself gets the chunks. */
function mayAsk(body: ChatBody): boolean {
  return body.stream === true && body.return_progress === undefined
}

/** Usage is at the end of an answer that is not a stream, or before the vectors (llama.cpp). */
const EDGE_BYTES = 4 * 1_024

interface Edges {
  add(bytes: Buffer): void
  text(): string
}

function keepEdges(): Edges {
  let first = Buffer.alloc(0)
  let last = Buffer.alloc(0)
  return {
    add(bytes) {
      const room = EDGE_BYTES - first.length
      if (room > 0) first = Buffer.concat([first, bytes.subarray(0, room)])
      if (bytes.length > room) last = Buffer.concat([last, bytes.subarray(room)].map(endOf))
      last = Buffer.from(endOf(last))
    },
    text: () => Buffer.concat([first, last]).toString('utf8'),
  }
}

function endOf(bytes: Buffer): Buffer {
  return bytes.subarray(-EDGE_BYTES)
}

function passOn(sink: Sink, edges: Edges): Reader {
  return {
    head(headers) {
      const type = String(headers['content-type'] ?? '')
      if (!type.includes('json'))
        throw new Refusal('engine_error', `The engine sent ${type || 'no type'} instead of JSON.`, {
          retryable: type === '',
        })
      sink.heard()
      sink.accept()
    },
    data(chunk) {
      sink.heard()
      edges.add(chunk)
      return sink.write(chunk)
    },
    whenDrained: (resume) => sink.whenDrained(resume),
    finished: () => false,
  }
}
