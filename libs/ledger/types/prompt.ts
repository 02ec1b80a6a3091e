import type { Message } from '#core'

export interface GenerationDraft {
  head: Message[]
  /** The first tail entry of the new prompt. */
  tailFromSeq: number
  reason: string
  /** Names of the tools in its requests. */
  offered?: readonly string[]
  /** Messages that replace entries of the tail in this prompt, by seq. The entries themselves stay. */
  shown?: Readonly<Record<number, Message>>
}

export interface TailEntry {
  seq: number
  taskId: string
  step: number
  message: Message
}

/** The messages of one request, byte for byte as they were sent, also after later rebuilds. */
export interface PromptAt {
  taskId: string
  head: Message[]
  tail: Message[]
  /** Names of the tools in the request; null in rows of older versions. */
  offered: readonly string[] | null
}

/** How large the prompt of a committed step was. */
export interface PromptCount {
  step: number
  /** The model that answered. */
  model: string
  /** By our estimate, before the step. */
  estimatedTokens: number
  /** As the server counted it, and what of it its cache had; 0: it reported nothing. */
  promptTokens: number
  reusedPrefixTokens: number
}
