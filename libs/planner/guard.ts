import { discover, type Reply } from '#core'
import type { Judgement } from './verify.js'

/** What a guard sees of the step that is about to be committed, and of those before it. */
export interface GuardInput {
  reply: Reply
  /** Texts only, no call. */
  textOnly: boolean
  /** The task asks for words only. */
  question: boolean
  /** Would the task count as done now? */
  judgement: Judgement
  edited: boolean
  /** To-do items of the plan that are not done. */
  openTodos: string[]
  /** Corrections given since the last reply with a call. */
  nudgesInARow: number
  /** Calls of this task with digests, oldest first, this step included. */
  calls: { tool: string; argsHash: string; outcomeHash: string; step: number }[]
  /** Tries to edit a file in this task, oldest first, this step included; `path` as the model wrote it. */
  edits: { path: string | null; ok: boolean; step: number }[]
  step: number
}

/** One watcher of a known bad habit. It speaks to the model, within its own cap; it never acts. */
export interface Guard {
  name: string
  /** @returns the correction for the model, or null */
  watch(input: GuardInput): string | null
}

/** All guards, in the order of their file names; the first that speaks is heard. */
export function loadGuards(): Promise<Guard[]> {
  return discover<Guard>(new URL('./guards/', import.meta.url))
}
