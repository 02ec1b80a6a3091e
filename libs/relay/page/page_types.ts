/**
 * What `GET /v1/page` answers. No imports: the page in the browser is checked against these types, and
 * nothing of the proxy goes there.
 */
export interface PageData {
  object: 'page'
  /** By the proxy's clock, in ISO 8601. */
  at: string
  me: { name: string; class: string }
  engine: PageEngine
  queue: PageQueue
  live: PageLive
  /** The person's own, the newest first. */
  prompts: PagePrompt[]
  usage: PageUsage
}

/** Of all people together. */
export interface PageLive {
  /** Milliseconds since 1970. */
  startedAt: number
  /** How far back all but `images` and `minutes` reach. */
  windowSeconds: number
  tokensPerSecond: { prompt: number; completion: number }
  requests: { ok: number; failed: number; cancelled: number; refused: number }
  /** Milliseconds in the queue of requests that got a slot; null: none did. */
  waits: { p50Ms: number | null; p95Ms: number | null }
  /** 0 to 1: share of the prompts that the engine reused; null: not reported. */
  reuse: number | null
  /** Prompt tokens that were read again because their session's prompt had changed, and how long that took. */
  lostTokens: number
  lostSeconds: number
  /** Since the start. */
  images: { images: number; inBytes: number; outBytes: number; savedTokens: number }
  /** Tokens written, by minute, the oldest first. */
  minutes: number[]
}

/** How one prompt differs from the previous one of its session. */
export interface PagePrompt {
  /** Milliseconds since 1970. */
  at: number
  model: string
  left: 'first' | 'none' | 'tools' | 'messages'
  place: string | null
  promptTokens: number
  reusedTokens: number | null
  lostTokens: number
  lostSeconds: number | null
}

export interface PageEngine {
  name: string
  /** null: it answers; else the reason. */
  error: string | null
  /** The models that the person may use; empty while the engine does not answer. */
  models: PageModel[]
}

/** null: not reported by the engine. */
export interface PageModel {
  id: string
  windowTokens: number | null
  loaded: boolean | null
  tools: boolean | null
  vision: boolean | null
  slots: number
  memory: { bytes: number; onCardBytes: number } | null
}

/** The same as `GET /v1/queue`. */
export interface PageQueue {
  mine: PageRequest[]
  others: {
    people: number
    running: number
    draining: number
    waiting: number
    waiting_by_class: Record<string, number>
  }
  totals: { slots: number; running: number; draining: number; waiting: number }
}

export interface PageRequest {
  id: string
  class: string
  model: string
  state: 'waiting' | 'running' | 'draining'
  position: number | null
  of: number | null
  waited_ms: number
  ran_ms: number
  eta_s: number | null
  reason: string | null
}

export interface PageUsage {
  /** false: counted in memory only, since the proxy started. */
  kept: boolean
  slots: number
  /** The last 24 hours of the proxy's own clock, oldest first; the last one is not over. */
  hours: PageHour[]
}

export interface PageHour {
  day: string
  hour: number
  all: PageCounts
  mine: PageCounts
}

export interface PageCounts {
  requests: number
  promptTokens: number
  completionTokens: number
  reusedTokens: number
  images: number
  queueMs: number
  engineMs: number
}
