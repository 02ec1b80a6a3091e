import { type ChatRequest, type Clock, LIMITS, type Reply } from '#core'
import type { RetryLimits } from '../endpoint/retry.js'
import type { TimerLimits } from '../endpoint/timers.js'
import {
  type AskOptions,
  INTERRUPTED,
  type Model,
  type ModelEvent,
  type SentBody,
} from '../models/model.js'
import { withRoute } from '../models/with_route.js'
import { loadDialects } from '../parse/load_dialects.js'
import type { Dialect } from '../parse/syntax/dialect.js'
import type { Recorder } from '../recording/recorder.js'
import { type AskRepair, repairReply } from '../repair/repair_reply.js'
import { hiddenWordsFor } from '../stream/hide_calls.js'
import { ASK_PROGRESS } from '../stream/prompt_progress.js'
import { readReply, unshownText } from '../stream/read_reply.js'
import { failedReply } from './failed_reply.js'
import { type Attempt, sendRequest } from './send_request.js'
import { createThinkingSwitches } from './thinking_switches.js'
import { createTries, withoutFormat } from './tries.js'

export interface ClientOptions {
  /** URL of the API, for example `http://127.0.0.1:8765/v1`; see normaliseBaseUrl. */
  baseUrl: string
  /** Sent as a bearer token to that origin only; none is sent when absent. */
  token?: string | undefined
  clock: Clock
  /** Receives every raw reply, also an invalid one. Not called for an interrupted reply: that step is repeated. */
  record?: Recorder | undefined
  /** Called before each try, unless the ask has its own `onSend`. */
  onSend?: ((sent: SentBody, ask: AskOptions) => void) | undefined
  /** The server reports how much of a prompt it has read, so it is asked for that. */
  tellsProgress?: boolean | undefined
  /** The side question that rewrites an invalid call, when it is on. */
  repair?: AskRepair | undefined
  /** Replaces timers and tries of core's LIMITS, for tests. */
  limits?: Partial<TimerLimits & RetryLimits>
  /** How long one ask waits for a server that is starting or busy, in ms; undefined: the tries decide. */
  waitMs?: number | undefined
  /** Returns 0..1, for the jitter between tries. */
  random?: () => number
}

/**
 * A model behind an OpenAI-compatible endpoint, streamed. Retries with growing pauses on connection
 * errors, 5xx and 429, but only before the first token. Errors of the endpoint are returned as
 * `reply.problem`. The SDK is loaded at the first ask.
 */
export function createClient(options: ClientOptions): Model {
  const limits = { ...LIMITS, ...options.limits }
  const random = options.random ?? Math.random
  const { clock, record, repair, token, waitMs } = options
  const origin = new URL(options.baseUrl).origin
  const switches = createThinkingSwitches()
  let dialects: readonly Dialect[] | undefined
  /** The endpoint rejected a request with `response_format`. */
  let refusesFormat = false

  const client: Model = {
    async *ask(asked, given): AsyncGenerator<ModelEvent, Reply> {
      const ask = { onSend: (sent: SentBody) => options.onSend?.(sent, given), ...given }
      const tries = createTries(refusesFormat ? withoutFormat(asked) : asked, {
        ...{ clock, origin, token, limits, waitMs, random, switches },
        failedBefore: given.failedBefore === true,
        onFormatRefused: () => {
          refusesFormat = true
        },
      })
      dialects ??= await loadDialects()
      const form = formOf(tries.request(), ask, dialects)
      const { hiddenWords, thinkingTokens } = form
      const collect = { hiddenWords, thinkingTokens, watched: true }
      for (;;) {
        const request = tries.request()
        const fields = { ...switches.fields(request), ...(options.tellsProgress && ASK_PROGRESS) }
        const made = yield* sendRequest({ ...options, limits, collect, fields }, request, ask)
        if (ask.signal.aborted) return interrupted(made)
        if (made.failure === null) {
          switches.learn()
          const parsed = readReply(made, { ...form, ...expectationOf(request) })
          record?.(made.stop === null ? made.raw : { ...made.raw, note: parsed.problem?.message })
          const reply = yield* repairReply(made.raw, parsed, { request, ask, repair, dialects })
          const text = unshownText(reply, made.shown)
          if (text !== '') yield { type: 'delta', text }
          return withRejected(reply, tries.rejected())
        }
        const next = tries.after(made, made.failure)
        if (next.kind === 'end') {
          record?.({ ...made.raw, finish_reason: null, note: next.problem.message })
          return withRejected(failedReply(made, next.problem), tries.rejected())
        }
        if (next.kind === 'again') {
          if (next.note !== undefined) yield resampleNote(made, next.note)
          continue
        }
        yield { type: 'waiting', text: next.text }
        await clock.sleep(next.pauseMs, ask.signal)
        if (ask.signal.aborted) return interrupted(made)
      }
    },
  }
  return withRoute(client, new URL(options.baseUrl).host)
}

/** What the reply to a request may be written in. */
function formOf(request: ChatRequest, ask: AskOptions, dialects: readonly Dialect[]) {
  const tools = ask.tools ?? request.tools.map((tool) => tool.function)
  const names = tools.map(({ name }) => name)
  const hiddenWords = hiddenWordsFor(dialects, names, request.response_format !== undefined)
  return { step: ask.step, tools, dialects, hiddenWords, thinkingTokens: ask.thinkingTokens }
}

function expectationOf({ max_tokens, response_format }: ChatRequest) {
  return { maxTokens: max_tokens, formatted: response_format !== undefined }
}

function interrupted(made: Attempt): Reply {
  return failedReply(made, { code: 'inference_error', message: INTERRUPTED })
}

function withRejected(reply: Reply, rejected: string | null): Reply {
  return rejected === null ? reply : { ...reply, rejected }
}

/** Says that a reply is asked for again. A person who saw the start of it has to know. */
function resampleNote({ shown }: Attempt, why: string): ModelEvent {
  const text = `the server could not read the tool call of its model; asking once more (${why})`
  return { type: 'note', text, ...(shown === '' ? { detail: true } : {}) }
}
