import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { DEPARTURES } from '../prefix/departure.js'
import { REFUSALS, type RefusalCode } from '../refusals/refusal.js'

/** Upper bounds in seconds. A wait ends at `queueMs`, a cold load at `coldTokenMs`. */
const WAITS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600]
const FIRST_TOKENS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 900]
const PAUSES = [0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5]
const FREED = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const OVERHEADS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Errors that end an answer after it began; they are 0 from the start, so that the first one is an increase. */
const BREAKS: RefusalCode[] = [
  'engine_error',
  'engine_stopped',
  'engine_timeout',
  'engine_unavailable',
]

/** The metrics of requests. Names and labels: docs/design/proxy.md#metrics. */
export interface Instruments {
  registry: Registry
  requests: Counter<'route' | 'model' | 'class' | 'outcome'>
  rejected: Counter<'status' | 'reason'>
  streamErrors: Counter<'cause'>
  queueWait: Histogram
  firstToken: Histogram<'cold'>
  pause: Histogram
  freed: Histogram
  overhead: Histogram
  tokens: Counter<'direction' | 'user'>
  imageBytes: Counter<'stage'>
  images: Counter<'fate'>
  prefixRequests: Counter<'left'>
  prefixTokens: Counter<'fate'>
  prefixLostTokens: Counter
  prefixLostSeconds: Counter
  queueDepth: Gauge<'class'>
  queueBytes: Gauge
  slots: Gauge<'state'>
  upstreamUp: Gauge
  reloads: Counter<'outcome'>
}

/** Creates them in a registry of their own. The library is loaded here, because only the server needs it. */
export async function createInstruments(): Promise<Instruments> {
  const { default: prom } = await import('prom-client')
  const registry = new prom.Registry()
  const own = { registers: [registry] }
  const counter = <T extends string = never>(name: string, help: string, ...labelNames: T[]) =>
    new prom.Counter<T>({ name, help, labelNames, ...own })
  const gauge = <T extends string = never>(name: string, help: string, ...labelNames: T[]) =>
    new prom.Gauge<T>({ name, help, labelNames, ...own })
  const histogram = <T extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: T[]
  ) => new prom.Histogram<T>({ name, help, buckets, labelNames, ...own })

  const made: Instruments = {
    registry,
    requests: counter(
      'aircoder_requests_total',
      'Requests to a model that have ended, with or without an error.',
      'route',
      'model',
      'class',
      'outcome',
    ),
    rejected: counter(
      'aircoder_rejected_total',
      'Requests refused before any answer began.',
      'status',
      'reason',
    ),
    streamErrors: counter(
      'aircoder_stream_errors_total',
      'Streams that ended in an error event.',
      'cause',
    ),
    queueWait: histogram(
      'aircoder_queue_wait_seconds',
      'Time until the slot, or until the request left the queue without one.',
      WAITS,
    ),
    firstToken: histogram(
      'aircoder_ttft_seconds',
      'Time from the slot to the first event of the answer; cold: the model was loaded for it.',
      FIRST_TOKENS,
      'cold',
    ),
    pause: histogram(
      'aircoder_inter_token_seconds',
      'Average pause between two tokens, once for each answer.',
      PAUSES,
    ),
    freed: histogram(
      'aircoder_cancel_freed_seconds',
      'Time from a cancel to the free slot.',
      FREED,
    ),
    overhead: histogram(
      'aircoder_relay_overhead_seconds',
      'Time of a request outside queue and engine.',
      OVERHEADS,
    ),
    tokens: counter(
      'aircoder_tokens_total',
      'Tokens as the engine counted them.',
      'direction',
      'user',
    ),
    imageBytes: counter(
      'aircoder_image_bytes_total',
      'Bytes of pictures from the client (in) and to the engine (out).',
      'stage',
    ),
    images: counter(
      'aircoder_images_total',
      'Pictures by fate: shown, repeat of a visible one, omitted as old.',
      'fate',
    ),
    prefixRequests: counter(
      'aircoder_prefix_requests_total',
      'Chat requests by where they differ from the previous one of the session.',
      'left',
    ),
    prefixTokens: counter(
      'aircoder_prefix_tokens_total',
      'Tokens of chat prompts that the engine reused and read, if it reports them.',
      'fate',
    ),
    prefixLostTokens: counter(
      'aircoder_prefix_lost_tokens_total',
      'Tokens read again because a prompt differs from the previous one.',
    ),
    prefixLostSeconds: counter(
      'aircoder_prefix_lost_seconds_total',
      'Time for reading these at the measured speed.',
    ),
    queueDepth: gauge('aircoder_queue_depth', 'Requests that wait.', 'class'),
    queueBytes: gauge('aircoder_queue_bytes', 'Bytes of the bodies that wait.'),
    slots: gauge('aircoder_slots', 'Slots by state: running, draining, free.', 'state'),
    upstreamUp: gauge('aircoder_upstream_up', '1: the engine answers.'),
    reloads: counter(
      'aircoder_model_reloads_total',
      'Models that wrote slower than before and were loaded again.',
      'outcome',
    ),
  }
  beginAtZero(made)
  return made
}

function beginAtZero({ rejected, streamErrors, prefixRequests, reloads }: Instruments): void {
  for (const [reason, { status }] of Object.entries(REFUSALS))
    if (reason !== 'client_closed') rejected.inc({ status, reason }, 0)
  for (const cause of BREAKS) streamErrors.inc({ cause }, 0)
  for (const left of DEPARTURES) prefixRequests.inc({ left }, 0)
  for (const outcome of ['done', 'failed']) reloads.inc({ outcome }, 0)
}
