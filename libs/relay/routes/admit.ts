import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Downstream } from '../exchange/downstream.js'
import { exchange } from '../exchange/exchange.js'
import type { Bodies } from '../http/body/body_limits.js'
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
import type { Watchdog, Watched } from '../speed/watchdog.js'
import type { Ending, Engine, ModelEntry, Sink } from '../upstream/engine.js'
import { type MostUsage, mostUsage } from '../upstream/plausible_usage.js'
import { countExchange } from '../usage/count_exchange.js'
import type { UsageBook } from '../usage/usage_book.js'

/** The parts of the proxy that `admit` uses. */
export interface AdmitParts {
  /** Values are read where they are used: a reload changes them in place. */
  readonly settings: Readonly<ProxySettings>
  readonly queue: Pick<Queue, 'enter'>
  readonly engine: Pick<Engine, 'name' | 'settleMs'>
  readonly bodies: Pick<Bodies, 'release'>
  readonly usage: Pick<UsageBook, 'add'>
  readonly metrics: Pick<Metrics, 'exchange'>
  readonly watchdog: Watchdog
  readonly log: Logger
  /** Running exchanges; each is removed when it has ended. */
  readonly active: Set<Promise<unknown>>
  /** Aborts with the refusal that running streams get when the proxy ends. */
  readonly ending: AbortSignal
  readonly draining: boolean
}

/** A request that was checked and may now wait for its slot. */
export interface Admitted {
  request: FastifyRequest
  reply: FastifyReply
  model: Pick<ModelEntry, 'id' | 'slots' | 'windowTokens'>
  /** Estimates that are charged until the engine has counted; maxTokens null: the request names no limit. */
  promptTokens: number
  maxTokens: number | null
  /** How many answers the engine may write for it. */
  answers: number
  /** From `x-aircoder-session`. */
  session: string | null
  form: (response: ServerResponse, id: string, most: MostUsage) => Downstream
  /** Request fields that the engine ignores. */
  ignored: string[]
  /** Sent in `x-aircoder-warnings`. */
  warnings?: string[]
  firstByteMs: number
  /** true: the model must be loaded first. */
  cold: boolean
  idleMs: number
  /** How its images were processed; absent or null: it has none. */
  images?: ImageReport | null
  /** `performance.now()` when its body was complete. */
  arrivedAt: number
  /** Compares its prompt with the one before; absent: it is not a chat. */
  prefix?: PrefixTrace
  run(sink: Sink, signal: StopSignal): Promise<Ending>
}

/**
 * Takes a place in the queue and runs the request to its end. Before that a refusal is answered by Fastify's
 * error handler; afterwards the exchange writes the response itself.
 * @throws Refusal when the queue is full, or the proxy is stopping
 */
export async function admit(parts: AdmitParts, admitted: Admitted): Promise<void> {
  const {
    request,
    reply,
    model: { id: model, windowTokens },
    promptTokens,
    maxTokens,
    answers,
    ignored,
    warnings = [],
    images = null,
    arrivedAt,
    prefix,
  } = admitted
  const { queue, settings, engine, active, ending, log } = parts
  // It may have been sending its body since before the proxy began to stop.
  if (parts.draining) throw restarting()
  const asked = slotRequest(settings, admitted)
  const most = mostUsage({ promptTokens, maxTokens, windowTokens, answers })
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

  const watch: { watched?: Watched } = {}
  const underWay = exchange({
    downstream: admitted.form(reply.raw, request.id, most),
    firstByteMs: admitted.firstByteMs,
    idleMs: admitted.idleMs,
    cold: admitted.cold,
    response: reply.raw,
    ticket,
    settings,
    headers,
    settleMs: engine.settleMs,
    most,
    readingMs: () => prefix?.readingMs() ?? null,
    // The proxy stops, or the person's token is revoked: both end the stream with their refusal.
    ends: [ending, request.person.revoked],
    run(sink, signal) {
      prefix?.begin()
      watch.watched = parts.watchdog.begin(model)
      return admitted.run(sink, signal)
    },
  })
  active.add(underWay)
  const account = await underWay
  active.delete(underWay)
  watch.watched?.end(account)
  parts.usage.add(
    request.person.name,
    model,
    countExchange(account, { promptTokens, images: images?.images ?? 0 }),
  )
  if (account.bug !== null) log.error({ id: request.id, err: account.bug }, 'bug')
  const record = prefix?.end(account) ?? null
  const ms = performance.now() - arrivedAt
  parts.metrics.exchange({ request, reply, model, class: asked.class, account, record, ms })
  logRequest(log, { request, reply, model, account, prefix: record })
}

function slotRequest(
  settings: AdmitParts['settings'],
  { request, model, cold, promptTokens, maxTokens, session, images }: Admitted,
): QueueRequest {
  const { id, person, headers } = request
  // A chunked body has no known size: it counts as the largest one.
  const sent = Number(headers['content-length'] ?? settings.bodyBytes)
  return {
    id,
    person: person.name,
    weight: person.limits.weight ?? 1,
    class: classOf(person.class, headers['x-aircoder-class']),
    limits: person.limits,
    // Ollama has two spellings of one model.
    model: model.id.replace(/:latest$/, ''),
    // A number in the settings holds for all models together.
    modelSlots: settings.slots === undefined ? model.slots : null,
    cold,
    promptTokens,
    maxTokens,
    session,
    // The waiting request holds its images in their reduced size.
    bytes: images ? Math.max(0, sent - images.inBytes) + images.outBytes : sent,
  }
}

// Names come from the client's body: only those that are valid in a header are sent.
function headerList(names: string[]): string {
  return names
    .filter((name) => /^[\w.-]{1,64}$/.test(name))
    .slice(0, 50)
    .join(',')
}
