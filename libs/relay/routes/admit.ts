import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Downstream } from '../exchange/downstream.js'
import { exchange } from '../exchange/exchange.js'
import type { Bodies } from '../http/body_limits.js'
import { type ImageReport, imagesHeader } from '../images/report.js'
import { logRequest } from '../log/request_log.js'
import type { Metrics } from '../metrics/metrics.js'
import type { PrefixTrace } from '../prefix/prefix.js'
import { classOf } from '../queue/class_of.js'
import type { QueueRequest } from '../queue/line/request.js'
import type { Queue } from '../queue/queue.js'
import { restarting } from '../refusals/restarting.js'
import type { ProxySettings } from '../settings/settings.js'
import type { StopSignal } from '../signals/stop_signal.js'
import type { Ending, Engine, Sink } from '../upstream/engine.js'
import { countExchange } from '../usage/count_exchange.js'
import type { UsageBook } from '../usage/usage_book.js'

/** What carrying a request through the queue to its end takes. */
export interface AdmitParts {
  /** Values are read where they are used: a reload changes them in place. */
  readonly settings: Readonly<ProxySettings>
  readonly queue: Pick<Queue, 'enter'>
  readonly engine: Pick<Engine, 'name' | 'settleMs'>
  readonly bodies: Pick<Bodies, 'release'>
  readonly usage: Pick<UsageBook, 'add'>
  readonly metrics: Pick<Metrics, 'exchange'>
  readonly log: Logger
  /** Exchanges under way; each leaves the set when it has ended. */
  readonly active: Set<Promise<unknown>>
  /** Aborts with the refusal that running streams get when the proxy ends. */
  readonly ending: AbortSignal
  readonly draining: boolean
}

/** A request that was checked and may now wait for its slot. */
export interface Admitted {
  request: FastifyRequest
  reply: FastifyReply
  model: string
  /** Slots that the engine keeps for this model; null: it does not say. */
  modelSlots: number | null
  /** Estimates that are charged until the engine has counted; maxTokens null: no limit was named. */
  promptTokens: number
  maxTokens: number | null
  /** From `x-aircoder-session`. */
  session: string | null
  downstream: Downstream
  /** Request fields that the engine will not honour. */
  ignored: string[]
  /** What the client should know beforehand. */
  warnings?: string[]
  firstByteMs: number
  /** true: the model is still to be loaded. */
  cold: boolean
  idleMs: number
  /** What was done to its images; absent or null: it has none. */
  images?: ImageReport | null
  /** `performance.now()` when its body was there. */
  arrivedAt: number
  /** Where its prompt stands to the one before; absent: it is no conversation. */
  prefix?: PrefixTrace
  run(sink: Sink, signal: StopSignal): Promise<Ending>
}

/**
 * Takes a place in the queue and carries the request to its end. Up to here every refusal is a plain
 * answer with its status; from here on the response is ours.
 * @throws Refusal when the queue is full, or the proxy about to end
 */
export async function admit(parts: AdmitParts, admitted: Admitted): Promise<void> {
  const {
    request,
    reply,
    model,
    ignored,
    warnings = [],
    images = null,
    arrivedAt,
    prefix,
  } = admitted
  const { queue, settings, engine, active, ending, log } = parts
  // It may have been sending its body since before the end began, and nobody would wait for it.
  if (parts.draining) throw restarting()
  const asked = slotRequest(settings, admitted)
  const ticket = queue.enter(asked)
  parts.bodies.release(request)
  reply.hijack()
  request.carried = true
  const headers: Record<string, string> = {
    'x-request-id': request.id,
    'x-aircoder-engine': engine.name,
    'x-aircoder-class': asked.class,
  }
  if (images !== null) headers['x-aircoder-images'] = imagesHeader(images)
  if (ignored.length > 0) headers['x-aircoder-ignored'] = headerList(ignored)
  if (warnings.length > 0) headers['x-aircoder-warnings'] = warnings.join(', ')

  const underWay = exchange({
    downstream: admitted.downstream,
    firstByteMs: admitted.firstByteMs,
    idleMs: admitted.idleMs,
    cold: admitted.cold,
    response: reply.raw,
    ticket,
    settings,
    headers,
    settleMs: engine.settleMs,
    // The end of the proxy, or of this person's way in: both end the stream with their refusal.
    ends: [ending, request.person.revoked],
    run(sink, signal) {
      prefix?.begin()
      return admitted.run(sink, signal)
    },
  })
  active.add(underWay)
  const account = await underWay
  active.delete(underWay)
  parts.usage.add(
    request.person.name,
    model,
    countExchange(account, { promptTokens: admitted.promptTokens, images: images?.images ?? 0 }),
  )
  if (account.bug !== null) log.error({ id: request.id, err: account.bug }, 'bug')
  const record = prefix?.end(account) ?? null
  const ms = performance.now() - arrivedAt
  parts.metrics.exchange({ request, reply, model, class: asked.class, account, record, ms })
  logRequest(log, { request, reply, model, account, prefix: record })
}

function slotRequest(
  settings: AdmitParts['settings'],
  { request, model, modelSlots, cold, promptTokens, maxTokens, session, images }: Admitted,
): QueueRequest {
  const { id, person, headers } = request
  // A body that came in chunks has told no size: it counts as the largest.
  const sent = Number(headers['content-length'] ?? settings.bodyBytes)
  return {
    id,
    person: person.name,
    weight: person.limits.weight ?? 1,
    class: classOf(person.class, headers['x-aircoder-class']),
    limits: person.limits,
    // Ollama has two spellings of one model.
    model: model.replace(/:latest$/, ''),
    // A number in the settings is the operator's word for all models together.
    modelSlots: settings.slots === undefined ? modelSlots : null,
    cold,
    promptTokens,
    maxTokens,
    session,
    // What waits are the images as they were made small.
    bytes: images ? Math.max(0, sent - images.inBytes) + images.outBytes : sent,
  }
}

// Names come from the client's body: only what a header can carry goes out.
function headerList(names: string[]): string {
  return names
    .filter((name) => /^[\w.-]{1,64}$/.test(name))
    .slice(0, 50)
    .join(',')
}
