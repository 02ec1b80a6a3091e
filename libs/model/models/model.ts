import type { ChatRequest, Reply } from '#core'
import type { OfferedTool } from '../parse/calls/offered_tools.js'

/** What is seen while a reply is made: answer text, thinking, one plain line on why it takes time, or on who answers. */
export interface ModelEvent {
  type: 'delta' | 'thinking' | 'waiting' | 'note'
  text: string
}

/** A request as it leaves: where to, and the bytes of its body. */
export interface SentBody {
  host: string
  bytes: number
}

export interface AskOptions {
  /** Number of the step that asks, from 1. */
  step: number
  sessionId: string
  /** Thinking is ended behind so many tokens, once; left out, it may go on. */
  thinkingTokens?: number | undefined
  /** Ends the request at once; the reply then has the problem `interrupted`. */
  signal: AbortSignal
  /** Called before each try, when its bytes are about to go. */
  onSend?: ((sent: SentBody) => void) | undefined
  /** The tools that the prompt's text teaches, where the request itself carries none. */
  tools?: readonly OfferedTool[] | undefined
}

/** Text in, one reply out. The endpoint's faults come back as `reply.problem`; nothing is thrown for them. */
export interface Model {
  ask(request: ChatRequest, options: AskOptions): AsyncGenerator<ModelEvent, Reply>
}

/** A model that the endpoint serves. */
export interface ModelInfo {
  id: string
  /** The window that is served, in tokens; null when the endpoint does not say. */
  windowTokens: number | null
  /** Whether a request may carry tools; null when the endpoint does not say. */
  takesTools: boolean | null
  /** Another when the model is another: a digest where the endpoint names one. */
  mark: string
}

/** What the problem of an aborted ask says. */
export const INTERRUPTED = 'interrupted'
