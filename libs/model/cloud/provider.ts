import { type ChatRequest, discover, type RecordedReply, type Usage } from '#core'

/** A provider's answer in our types. */
export interface CloudReply {
  raw: RecordedReply
  usage: Usage | null
}

/** A cloud provider. A new one is a file in `providers/`. */
export interface Provider {
  /** Equals the file's name and the setting `escalation.provider`. */
  name: string
  /** Position in the search for the first provider with a key (row 267). */
  order: number
  /** The environment variable with its key. */
  keyName: string
  /** Without a trailing slash; the user may set a gateway instead. */
  baseUrl: string
  /** Path after the base URL. */
  path: string
  /** The default model. */
  model: string
  /** Headers with the key. */
  headers(key: string): Record<string, string>
  /** Converts our request to its API. */
  toWire(request: ChatRequest): object
  /** Converts its answer to our types; null when it is invalid. Arguments are kept verbatim. */
  fromWire(body: unknown): CloudReply | null
}

/** Loads all providers, in the order of the search for a key. */
export async function loadProviders(): Promise<Provider[]> {
  const found = await discover<Provider>(new URL('./providers/', import.meta.url))
  return found.sort((a, b) => a.order - b.order)
}
