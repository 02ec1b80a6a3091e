import type { ChatRequest, Reply } from '#core'
import type { OfferedTool } from '../parse/calls/offered_tools.js'

/**
 * Shown during a reply: answer text, thinking, a line that says why it takes time, which model answers, or
 * the part of the request that runs now (`phase`: connecting, reading the prompt, thinking, writing).
 */
export interface ModelEvent {
  type: 'delta' | 'thinking' | 'waiting' | 'note' | 'phase'
  text: string
  /** Only of a note: bookkeeping, for a person who asked for it. */
  detail?: true
  /** Only of the phase `READING`: the share of the prompt that the engine has read, 0..1, as it reports it. */
  share?: number
  /** Only of the phase `READING`: how long it takes from now on, estimated from a measured speed. */
  leftMs?: number
}

/** The phase before the first token. */
export const READING = 'reading the prompt'

/** The target and the body size of a request. */
export interface SentBody {
  host: string
  bytes: number
}

/** How hard a turn looks. */
export type Difficulty = 'easy' | 'normal' | 'hard'

/** What is known of the turn of a step; it is the same for all its steps, except `isPlanning`. */
export interface Turn {
  difficulty: Difficulty
  /** Why, in a few words. */
  why: string
  /** The task needs a plan and has none yet. */
  isPlanning: boolean
}

export interface AskOptions {
  /** Number of the step, from 1. */
  step: number
  sessionId: string
  /** Thinking is stopped after this many tokens; unlimited when absent. */
  thinkingTokens?: number | undefined
  /** Absent: nothing is known, and failures alone choose a tier. */
  turn?: Turn | undefined
  /** Estimate of the prompt with room for the answer; unknown when absent. */
  promptTokens?: number | undefined
  /** Ends the request immediately; the reply then has the problem `interrupted`. */
  signal: AbortSignal
  /** The request before this one got no reply, only errors: this one waits for the server as `--wait` says. */
  failedBefore?: boolean
  /** Called before the bytes of each try are sent. */
  onSend?: ((sent: SentBody) => void) | undefined
  /** The tools of the prompt with their aliases; those of the request itself when absent. */
  tools?: readonly OfferedTool[] | undefined
}

/** Text in, one reply out. Failures of the endpoint are returned as `reply.problem` and never thrown. */
export interface Model {
  ask(request: ChatRequest, options: AskOptions): AsyncGenerator<ModelEvent, Reply>
}

/** A model that the endpoint serves. */
export interface ModelInfo {
  id: string
  /** The served window in tokens; null when the endpoint does not report it. */
  windowTokens: number | null
  /** Whether a request may have tools; null when the endpoint does not report it. */
  takesTools: boolean | null
  /** Set where the server reports how much of a prompt it has read, when it is asked for it (llama.cpp). */
  tellsProgress?: true
  /** Changes when the model changes: the endpoint's digest, if it reports one. */
  mark: string
}

/** The problem's message after an abort. */
export const INTERRUPTED = 'interrupted'
