/** How the network may be used; from the user's settings, never from a project that is not trusted. */
export interface WebAccess {
  /** `host` or `host:port` that may lie in a private range: an intranet wiki, a dev server. */
  allowPrivate: readonly string[]
  /** Base address of a SearXNG instance; null: there is no search. */
  searchUrl: string | null
  /** Names to addresses; the system's resolver when left out. */
  lookup?: Lookup
}

/** Where nothing is set: the public web alone, and no search. */
export const NO_WEB: WebAccess = { allowPrivate: [], searchUrl: null }

/** Every address of a name. */
export type Lookup = (hostname: string) => Promise<{ address: string; family: number }[]>

export interface WebRequest {
  /** Most bytes of the body, as sent and as unpacked. */
  maxBytes: number
  /** For everything, redirects included. */
  timeoutMs: number
  accept: string
  signal: AbortSignal
  /** Called before the first byte of each request goes: a redirect is a request of its own. */
  onRequest?: ((sent: Sent) => void) | undefined
}

/** One request as it leaves. */
export interface Sent {
  host: string
  url: string
  /** Bytes of address and headers; the body is always empty. */
  bytes: number
}

export interface WebAnswer {
  ok: true
  /** Where the last redirect led. */
  url: string
  status: number
  /** Without parameters, in lower case; empty when the server told none. */
  contentType: string
  charset: string | null
  /** Unpacked. */
  bytes: Buffer
}

/** `message` is for the model: what happened, then what to do. */
export interface WebFailure {
  ok: false
  message: string
}
