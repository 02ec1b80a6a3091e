import type { Json, Problem, Spending, ToolCall, Usage } from './chat.js'
import type { EvidenceKind } from './evidence.js'
import type { Mode } from './modes.js'
import type { ChangedFile } from './outcome.js'

/** The state of a task. */
const TASK_STATUSES = [
  'open',
  'resolved',
  /** It ended, and nothing of what it asks for was done. */
  'unproven',
  'failed',
  /** It went in a circle. */
  'stalled',
  'limit',
  'denied',
  'interrupted',
  /** The user gave it up. */
  'forgotten',
] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** What the loop reports, in order. `depth`: of a run inside another one, from 1; absent: the run itself. */
export type Event = Reported & { depth?: number }

type Reported =
  | {
      type: 'init'
      taskId: string
      sessionId: string
      cwd: string
      model: string
      tools: string[]
      mode: Mode
      /** The sandbox of commands, in one line. */
      sandbox: string
      /** Tokens of the served window; absent where it is unknown. */
      windowTokens?: number
      resumedAt: number
    }
  /** `detail`: bookkeeping, for a person who asked for it. */
  | { type: 'note'; text: string; detail?: true }
  | { type: 'delta'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'waiting'; text: string }
  /**
   * What a model does now: connecting, reading the prompt, thinking, writing.
   * `share`: of the prompt that is read, 0..1, as the engine reports it; `leftMs`: estimated from a measured speed;
   * `promptTokens`: estimate of the prompt that was sent.
   */
  | { type: 'phase'; text: string; share?: number; leftMs?: number; promptTokens?: number }
  | { type: 'reply'; number: number; text: string; problem: Problem | null }
  /** `isPlan`: it changes only the plan, and takes no time. `withheld`: it does not run, because it repeats itself. */
  | {
      type: 'tool_call'
      number: number
      call: ToolCall
      describe: string
      isPlan?: true
      withheld?: true
    }
  | {
      type: 'permission'
      call: ToolCall
      decision: 'allow' | 'deny'
      reason: string
      rule: string
      asked: boolean
    }
  | {
      type: 'tool_result'
      number: number
      callId: string
      tool: string
      ok: boolean
      /** For the model. */
      text: string
      /** What a person sees in its place. */
      shown?: string
      /** The outcome in a few words, after the line of the call: `40 lines`, `exit 1`, `+2 -1`. */
      brief?: string
    }
  | {
      type: 'step'
      number: number
      evidence: EvidenceNote[]
      promptTokens: number
      reusedPrefixTokens: number
      rebuilt: boolean
      /** Which model answered, and why; absent in rows of older versions. */
      route?: StepRoute
      /** The words of this step were not accepted as the end of the task. */
      refused?: true
      /** Why, in one sentence. */
      refusedWhy?: string
    }
  | { type: 'result'; result: TaskResult }

/** Which model answered a step, and what its turn is about. */
export interface StepRoute {
  /** `main`, `fast`, `medium`, `strong`, or the cloud provider. */
  tier: string
  model: string
  /** `host:port`; null: a recording. */
  host: string | null
  /** Why it was not the main model; null: it was. */
  why: string | null
  /** The category that chose the tools, and how sure that is, 0..1. */
  category: string
  confidence: number
}

export interface EvidenceNote {
  id: string
  kind: EvidenceKind
  subject: string
  summary: string
}

/** The end of a run, as `--output-format json` prints it. */
export interface TaskResult {
  subtype: 'resolved' | 'unproven' | 'failed' | 'stalled' | 'limit' | 'denied' | 'interrupted'
  taskId: string
  sessionId: string
  steps: number
  text: string
  cites: string[]
  changes: ChangedFile[]
  /** Files whose every edit was undone again; absent when there are none. */
  reverted?: string[]
  /** Files that the task changed and that are as they were before it; absent: none. */
  takenBack?: string[]
  usage: Usage
  /** Tokens and costs by model; absent where only the steps of the task are known. */
  spending?: Spending
  /** How often the prompt was written again, and how often of these too soon after the last time. */
  rebuilds: { total: number; early: number }
  durationMs: number
  /** Whether evidence of the right kind shows it: a test newer than every change, or rows that hold the answer. */
  proven: boolean
  /** What was checked: `tested`, `tests fail`, `tests ran` (they prove too little), `read`, `linted`, `type-checked`, `parsed`, `nothing checked`. */
  grade: string
  /** The run of tests that passed last, in words: `npm test (12 passed)`. Absent where none did, or the end is not proven. */
  proof?: string
  /** Why it is not proven, in one line; empty when it is. */
  reason: string
  /** Tests that the task changed so that they may prove less, each with its difference. */
  changedTests: { path: string; why: string; diff: string }[]
  /** The commit that the program made of its changes; absent when it made none. */
  commit?: { hash: string; message: string }
  /** The answer as data, where the run has a schema for it and it fits. */
  structured?: Json
  /** The command that resumes the task, with the flags of this run; absent: no flag is needed. */
  resumeCommand?: string
  /** Calls that were refused and that a flag allows: what would have run or been written, and the flag. Absent: none. */
  refused?: { what: string; flag: readonly [option: string, value: string] }[]
  /** Set when an end that is not proven counts as failed. */
  proofRequired?: boolean
  /** Set when the run ended for a reason outside the task; it decides the exit code. */
  cause?:
    | 'unreachable'
    | 'busy'
    | 'failing'
    | 'not_api'
    | 'auth'
    | 'refused'
    | 'window'
    | 'task_too_long'
}
