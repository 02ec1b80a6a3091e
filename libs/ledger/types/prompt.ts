import type { Message } from '#core'

export interface GenerationDraft {
  head: Message[]
  /** First entry of the tail that the new prompt still carries. */
  tailFromSeq: number
  reason: string
  /** Names of the tools that its requests carry. */
  offered?: readonly string[]
}

export interface TailEntry {
  seq: number
  taskId: string
  step: number
  message: Message
}

/** The messages of one request as they were sent: byte for byte, whatever was rebuilt since. */
export interface PromptAt {
  taskId: string
  head: Message[]
  tail: Message[]
  /** Names of the tools that went with them; null: not kept. */
  offered: readonly string[] | null
}
