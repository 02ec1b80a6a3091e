import { type ChatRequest, discover, type Message, type RecordedReply, type Reply } from '#core'
import type { Dialect } from '../parse/syntax/dialect.js'
import type { Measured } from '../profile/measured.js'
import type { Profile } from '../profile/profile.js'

/** One request of a probe. */
export interface ProbeAsk {
  messages: Message[]
  /** Tools in the request. */
  tools?: ChatRequest['tools']
  /** Tools that the text describes. Their calls are parsed; they are not sent in the request. */
  taught?: ChatRequest['tools']
  maxTokens: number
}

/** The answer to one request of a probe. */
export interface ProbeAnswer {
  reply: Reply
  raw: RecordedReply
  /** As the server counted them; 0 when it does not report counts. */
  promptTokens: number
  completionTokens: number
  reusedTokens: number
  /** Time to the first token, or to the end without one. */
  firstMs: number
  totalMs: number
}

/** What is known before a probe. */
export interface Known {
  shipped: Profile
  dialects: readonly Dialect[]
  reportedWindow: number | null
  found: Measured
  /** The answers of earlier probes, by name. */
  answers: ReadonlyMap<string, readonly ProbeAnswer[]>
  /** Different in every measurement, so that no cache contains the prompt. */
  nonce: string
}

/** What a probe found, or the reason why it found nothing. */
export type Found = Partial<Measured> | string

/** One measurement. A new one is a file in `probes/`. */
export interface Probe {
  /** Equals the file's name. */
  name: string
  /** Probes run in this order. Later ones may use the results of earlier ones. */
  order: number
  /** The requests in order, or the reason why none is needed. */
  ask(known: Known): ProbeAsk[] | string
  /** Evaluates the answers, one for each request; a failed request has a problem. */
  judge(answers: readonly ProbeAnswer[], known: Known): Found
}

/** All probes, in their order. */
export async function loadProbes(): Promise<Probe[]> {
  const probes = await discover<Probe>(new URL('./probes/', import.meta.url))
  return probes.sort((a, b) => a.order - b.order)
}

/** A conversation with one user message. */
export function userSays(content: string): Message[] {
  return [{ role: 'user', content }]
}

/** Why an answer cannot be evaluated; null when the model answered, even with an invalid call. */
export function refusal({ reply: { problem } }: ProbeAnswer): string | null {
  return problem === null || problem.code === 'parser_error' ? null : problem.message
}
