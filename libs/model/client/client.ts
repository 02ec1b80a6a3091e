import { type ChatRequest, type Clock, LIMITS, type Problem, type Reply } from '#core'
import {
  blamesFormat,
  describeFailure,
  isRejectedCall,
  isStarting,
  mayRetry,
  notReady,
  problemOf,
  type RequestFailure,
  refusesRequest,
} from '../endpoint/errors.js'
import { createPatience } from '../endpoint/models/await_server.js'
import { type RetryLimits, retryPause } from '../endpoint/retry.js'
import { seconds } from '../endpoint/seconds.js'
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
import { parseReply } from '../parse/parse_reply.js'
import type { Dialect } from '../parse/syntax/dialect.js'
import type { Recorder } from '../recording/recorder.js'
import { type AskRepair, repairReply } from '../repair/repair_reply.js'
import { hiddenWordsFor } from '../stream/hide_calls.js'
import { ASK_PROGRESS } from '../stream/prompt_progress.js'
import { readReply, unshownText } from '../stream/read_reply.js'
import { type Attempt, sendRequest } from './send_request.js'
import { createThinkingSwitches } from './thinking_switches.js'

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
  const { clock, record } = options
  const origin = new URL(options.baseUrl).origin
  const switches = createThinkingSwitches()
  let dialects: Dialect[] | undefined
  /** The endpoint rejected a request with `response_format`. */
  let refusesFormat = false

  const client: Model = {
    async *ask(asked, given): AsyncGenerator<ModelEvent, Reply> {
      const ask = { onSend: (sent: SentBody) => options.onSend?.(sent, given), ...given }
      let request = refusesFormat ? withoutFormat(asked) : asked
      const started = clock.monotonic()
      dialects ??= await loadDialects()
      const tools = ask.tools ?? request.tools.map((tool) => tool.function)
      const hiddenWords = hiddenWordsFor(
        dialects,
        tools.map(({ name }) => name),
        request.response_format !== undefined,
      )
      const { step, thinkingTokens } = ask
      const { waitMs } = options
      // An engine that failed on all tries may be restarted meanwhile.
      const waitsFor = (failure: RequestFailure) =>
        isStarting(failure) || (given.failedBefore === true && mayRetry(failure))
      const patience =
        waitMs === undefined ? null : createPatience(waitMs, { clock, origin, waitsFor })
      const collect = { hiddenWords, thinkingTokens, watched: true }
      /** What the server said of the first sample; null until it rejects one. */
      let rejected: string | null = null
      for (let attempt = 1; ; attempt += 1) {
        const fields = { ...switches.fields(request), ...(options.tellsProgress && ASK_PROGRESS) }
        const made = yield* sendRequest({ ...options, limits, collect, fields }, request, ask)
        if (ask.signal.aborted)
          return failedReply(made, { code: 'inference_error', message: INTERRUPTED })

        if (made.failure === null) {
          switches.learn()
          const maxTokens = request.max_tokens
          const formatted = request.response_format !== undefined
          const how = { step, tools, dialects, hiddenWords, thinkingTokens, maxTokens, formatted }
          const parsed = readReply(made, how)
          record?.(made.stop === null ? made.raw : { ...made.raw, note: parsed.problem?.message })
          const { repair } = options
          const reply = yield* repairReply(made.raw, parsed, { request, ask, repair, dialects })
          const text = unshownText(reply, made.shown)
          if (text !== '') yield { type: 'delta', text }
          return withRejected(reply, rejected)
        }
        if (rejected === null && isRejectedCall(made.failure)) {
          rejected = withoutToken(problemOf(made.failure, origin), options.token).message
          yield resampleNote(made, describeFailure(made.failure))
          attempt -= 1
          continue
        }
        const isOverflow = problemOf(made.failure, origin).code === 'context_overflow'
        if (
          !made.begun &&
          !isOverflow &&
          request.response_format !== undefined &&
          blamesFormat(made.failure)
        ) {
          refusesFormat = true
          request = withoutFormat(request)
          continue
        }
        if (!made.begun && !isOverflow && switches.drop(made.failure, request)) {
          attempt -= 1
          continue
        }
        switches.forget()

        const { failure } = made
        const isWaited = !made.begun && patience !== null && waitsFor(failure)
        const isNotReady = isWaited && isStarting(failure)
        const waiting = isWaited ? patience.next(failure, patientPause(failure, attempt)) : null
        if (waiting !== null) {
          yield { type: 'waiting', text: waiting.text }
          await clock.sleep(waiting.pauseMs, ask.signal)
          if (ask.signal.aborted)
            return failedReply(made, { code: 'inference_error', message: INTERRUPTED })
          continue
        }
        const pause = isNotReady ? null : pauseAfter(made, failure, attempt)
        if (pause === null) {
          const waited = patience?.waited() ?? null
          // Without a wait the tries of several requests decide.
          const tried = waitMs === 0 ? null : waited
          const found = isNotReady
            ? notReady(failure, origin, { waited, waitMs: waitMs ?? 0 })
            : unanswered(made, failure, { problem: problemOf(failure, origin), waited: tried })
          const problem = withoutToken(found, options.token)
          record?.({ ...made.raw, finish_reason: null, note: problem.message })
          return withRejected(failedReply(made, problem), rejected)
        }
        const elapsed = seconds(clock.monotonic() - started)
        const next = `try ${attempt + 1} of ${limits.tries} in ${seconds(pause)}`
        yield {
          type: 'waiting',
          text: `${describeFailure(made.failure)} (${origin}); ${elapsed} so far, ${next}`,
        }
        await clock.sleep(pause, ask.signal)
        if (ask.signal.aborted)
          return failedReply(made, { code: 'inference_error', message: INTERRUPTED })
      }
    },
  }
  return withRoute(client, new URL(options.baseUrl).host)

  /** The pause while a server is waited for: the tries are not counted. */
  function patientPause(failure: RequestFailure, attempt: number): number {
    const retryAfterMs = failure.kind === 'answered' ? failure.wait.afterMs : null
    const unlimited = { ...limits, tries: Number.POSITIVE_INFINITY }
    return retryPause({ attempt, retryAfterMs }, random, unlimited) ?? limits.retryMaxMs
  }

  function pauseAfter(made: Attempt, failure: RequestFailure, attempt: number): number | null {
    if (made.begun || !mayRetry(failure)) return null
    const retryAfterMs = failure.kind === 'answered' ? failure.wait.afterMs : null
    return retryPause({ attempt, retryAfterMs }, random, limits)
  }
}

/** A reply with a problem and no calls; the received text is kept. */
function failedReply(made: Attempt, problem: Problem): Reply {
  const kept = parseReply(
    { ...made.raw, finish_reason: null },
    { step: 0, tools: [], dialects: [] },
  )
  return { ...kept, calls: [], problem, finishReason: null, usage: made.usage }
}

/** Marks the problem of a request that only errors answered, on every try, that the server refuses as it is, or whose reply it cut. */
function unanswered(
  { begun }: Attempt,
  failure: RequestFailure,
  { problem, waited }: { problem: Problem; waited: string | null },
): Problem {
  if (problem.code !== 'inference_error') return problem
  if (begun) return { ...problem, unanswered: 'cut' }
  if (refusesRequest(failure)) return { ...problem, unanswered: 'refused' }
  if (!mayRetry(failure)) return { ...problem, unanswered: 'cut' }
  if (waited === null) return { ...problem, unanswered: 'tried' }
  const message = `${problem.message.replace(/\.$/, '')}, after a wait of ${waited}.`
  return { ...problem, message, unanswered: 'waited' }
}

function withRejected(reply: Reply, rejected: string | null): Reply {
  return rejected === null ? reply : { ...reply, rejected }
}

/** Says that a reply is asked for again. A person who saw the start of it has to know. */
function resampleNote({ shown }: Attempt, why: string): ModelEvent {
  const text = `the server could not read the tool call of its model; asking once more (${why})`
  return { type: 'note', text, ...(shown === '' ? { detail: true } : {}) }
}

function withoutFormat({ response_format: _, ...request }: ChatRequest): ChatRequest {
  return request
}

/** Some servers repeat the token that they reject. */
function withoutToken(problem: Problem, token: string | undefined): Problem {
  if (token === undefined || token === '') return problem
  return { ...problem, message: problem.message.replaceAll(token, '[token]') }
}
