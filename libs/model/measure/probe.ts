import { type ChatRequest, discover, type Message, type RecordedReply, type Reply } from '#core'
import type { Dialect } from '../parse/syntax/dialect.js'
import type { Measured } from '../profile/measured.js'
import type { Profile } from '../profile/profile.js'

/** One small request of a probe. */
export interface ProbeAsk {
  messages: Message[]
  /** Offered natively. */
  tools?: ChatRequest['tools']
  /** Taught in the text: read in the reply, not sent. */
  taught?: ChatRequest['tools']
  maxTokens: number
}

/** How it was answered. */
export interface Heard {
  reply: Reply
  raw: RecordedReply
  /** As the server counted them; 0 where it does not. */
  promptTokens: number
  completionTokens: number
  reusedTokens: number
  /** To the first token, or to the end where none came. */
  firstMs: number
  totalMs: number
}

/** What is known when a probe's turn comes. */
export interface Known {
  shipped: Profile
  dialects: readonly Dialect[]
  reportedWindow: number | null
  found: Measured
  /** The answers of earlier probes, by name. */
  heard: ReadonlyMap<string, readonly Heard[]>
  /** Another in every measurement, so that no cache knows the prompt. */
  nonce: string
}

/** What a probe found, or in words why it found nothing. */
export type Found = Partial<Measured> | string

/** One question to a model. Adding one is a file in `probes/`. */
export interface Probe {
  /** Equals the file's name. */
  name: string
  /** Later ones may look at what earlier ones found. */
  order: number
  /** The requests, in order; or why there is nothing to ask. */
  ask(known: Known): ProbeAsk[] | string
  /** Judges the answers, one to each request; a refused one has a problem. */
  judge(heard: readonly Heard[], known: Known): Found
}

/** All probes, in their order. */
export async function loadProbes(): Promise<Probe[]> {
  const probes = await discover<Probe>(new URL('./probes/', import.meta.url))
  return probes.sort((a, b) => a.order - b.order)
}

/** A user's words alone. */
export function userSays(content: string): Message[] {
  return [{ role: 'user', content }]
}

/** Why an answer cannot be judged; null when the model answered, however badly. */
export function refusal({ reply: { problem } }: Heard): string | null {
  return problem === null || problem.code === 'parser_error' ? null : problem.message
}
