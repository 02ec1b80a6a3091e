import { discover, type PlanNode, type Reply } from '#core'
import type { End, Judgement, Row, Standing } from './judge/facts/types.js'
import type { Loop, LoopInput } from './loop.js'
import type { TriedEdit } from './spiral.js'

/** What a guard knows about the step that is about to be committed, and about earlier steps. */
export interface GuardInput extends LoopInput {
  reply: Reply
  /** The model made no call. */
  textOnly: boolean
  /** The task only asks for an answer. */
  question: boolean
  /** What the user asked for, with later messages. */
  asked: string
  /** The newest rows of this task and its newest test run, oldest first, with those of this step. */
  rows: readonly Row[]
  /** Number of the first row of this step. */
  firstRow: number
  /** The plan with the changes of this step. */
  plan: readonly PlanNode[]
  /** Whether the task would count as done now. */
  judgement: Judgement
  edited: boolean
  /** To-do items of the plan that are not done. */
  openTodos: string[]
  /** Corrections given since the last reply with a call. */
  nudgesInARow: number
  /** The text of the newest failed result of this step; empty when none failed. */
  error: string
  /** Attempts to edit a file in this task, oldest first, this step included; empty while none of this step failed. */
  edits: TriedEdit[]
  step: number
  /** Whether a path is there, a file or a folder; nothing is known when absent. */
  exists?(path: string): boolean
  /** Whether the settings always or never ask for a plan; by the task when absent. */
  askPlan?: 'auto' | 'always' | 'never' | undefined
  /** What earlier sessions say works better than this tool, as a sentence; null: nothing does. */
  better?(tool: string): string | null
  /** Tokens that the task used and may use; no limit when absent. */
  budget?: { used: number; most: number } | null
}

/** What a guard knows about a call of an edit tool that is about to run. */
export interface HoldInput {
  /** The plan, with the steps that this reply says are done. */
  plan: readonly PlanNode[]
  /** The newest rows of this task, oldest first, with those of earlier calls of this step. */
  rows: readonly Row[]
}

/** What a guard knows about an end that the judge accepts. */
export interface EndInput {
  standing: Standing
  end: End
  plan: readonly PlanNode[]
  /** Whether a path names a file of the project. */
  isFile(path: string): boolean
  /** Places where a name still occurs that the task wants to be replaced, by that name. */
  left: ReadonlyMap<string, readonly string[]>
}

/** Detects one known mistake of models: it gives a correction, or names a loop. It is pure, and it never acts. */
export interface Guard {
  name: string
  /** An aid for small models: a large one works without it (row 73). */
  aid?: true
  /** How often it may speak in one task until the user writes again. Needed for `watch`, `hold` and `refuse`. */
  cap?: number
  /** Steps that it is silent after it spoke; 0 when absent. */
  rest?: number
  /** @returns the correction for the model, or null */
  watch?(input: GuardInput): string | null
  /** @returns why an edit must not run yet, or null; the call is refused with it, and the list of tools stays */
  hold?(input: HoldInput): string | null
  /** @returns why an end that the judge accepts is too early, or null */
  refuse?(input: EndInput): string | null
  /** Detects calls that repeat themselves. The limits are the same for all (docs/design/prompt.md#loops). */
  loop?(input: LoopInput): Loop | null
}

/** All guards, in the order of their file names. Only the first correction is used. */
export function loadGuards(): Promise<Guard[]> {
  return discover<Guard>(new URL('./guards/', import.meta.url))
}
