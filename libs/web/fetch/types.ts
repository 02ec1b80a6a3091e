/** How the network may be used. Comes from the user's settings, never from an untrusted project. */
export interface WebAccess {
  /** `host` or `host:port` that may be in a private range: an intranet wiki, a dev server. */
  allowPrivate: readonly string[]
  /** Base URL of a SearXNG instance; null disables search. */
  searchUrl: string | null
  /** Names to addresses; the system's resolver when left out. */
  lookup?: Lookup
}

/** The default: only the public web, and no search. */
export const NO_WEB: WebAccess = { allowPrivate: [], searchUrl: null }

/** Resolves a name to all its addresses. */
export type Lookup = (hostname: string) => Promise<{ address: string; family: number }[]>

export interface WebRequest {
  /** Limit for the body, compressed and decompressed. */
  maxBytes: number
  /** For the whole request, redirects included. */
  timeoutMs: number
  accept: string
  signal: AbortSignal
  /** Called before the first byte of each request is sent. A redirect is a request of its own. */
  onRequest?: ((sent: Sent) => void) | undefined
}

/** One request as it is sent. */
export interface Sent {
  host: string
  url: string
  /** Bytes of request line and headers; the body is always empty. */
  bytes: number
}

export interface WebAnswer {
  ok: true
  /** After the last redirect. */
  url: string
  status: number
  /** Without parameters, in lower case; empty when the server sent none. */
  contentType: string
  charset: string | null
  /** Decompressed. */
  bytes: Buffer
}

/** `message` is for the model: what happened and what to do. */
export interface WebFailure {
  ok: false
  message: string
}
