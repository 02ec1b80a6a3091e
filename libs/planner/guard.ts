import { discover, type Reply } from '#core'
import type { Judgement } from './judge/facts/types.js'
import type { Loop, LoopInput } from './loop.js'
import type { TriedEdit } from './spiral.js'

/** What a guard knows about the step that is about to be committed, and about earlier steps. */
export interface GuardInput extends LoopInput {
  reply: Reply
  /** The model made no call. */
  textOnly: boolean
  /** The task only asks for an answer. */
  question: boolean
  /** Whether the task would count as done now. */
  judgement: Judgement
  edited: boolean
  /** To-do items of the plan that are not done. */
  openTodos: string[]
  /** Corrections given since the last reply with a call. */
  nudgesInARow: number
  /** The text of the newest failed result of this step; empty when none failed. */
  error: string
  /** Attempts to edit a file in this task, oldest first, this step included. */
  edits: TriedEdit[]
  step: number
}

/** Detects one known mistake of models: it gives a correction, within a limit of its own, or names a loop. It never acts. */
export interface Guard {
  name: string
  /** @returns the correction for the model, or null */
  watch?(input: GuardInput): string | null
  /** Detects calls that repeat themselves. The limits are the same for all (docs/design/prompt.md#loops). */
  loop?(input: LoopInput): Loop | null
}

/** All guards, in the order of their file names. Only the first correction is used. */
export function loadGuards(): Promise<Guard[]> {
  return discover<Guard>(new URL('./guards/', import.meta.url))
}
