import { type ChatRequest, discover, type RecordedReply, type Usage } from '#core'

/** A provider's answer in our words. */
export interface CloudReply {
  raw: RecordedReply
  usage: Usage | null
}

/** A provider in the cloud. Adding one is a file in `providers/`. */
export interface Provider {
  /** Equals the file's name; the settings' `escalation.provider`. */
  name: string
  /** Place in the order in which the first that has a key is taken (features.md row 267). */
  order: number
  /** The environment variable that holds its key. */
  keyName: string
  /** Without a slash at the end; a gateway may stand in its place. */
  baseUrl: string
  /** Behind the base URL. */
  path: string
  /** Used unless the settings name another. */
  model: string
  /** Headers that carry the key. */
  headers(key: string): Record<string, string>
  /** Our request as its API takes it. */
  toWire(request: ChatRequest): object
  /** Its answer in our words; null when it is none. Arguments stay the text that they were. */
  fromWire(body: unknown): CloudReply | null
}

/** The providers that there are, in the order in which they are tried for a key. */
export async function loadProviders(): Promise<Provider[]> {
  const found = await discover<Provider>(new URL('./providers/', import.meta.url))
  return found.sort((a, b) => a.order - b.order)
}
