import type { Problem, ToolCall, Usage } from './chat.js'
import type { EvidenceKind } from './evidence.js'
import type { Mode } from './modes.js'
import type { ChangedFile } from './outcome.js'

/** The state of a task. */
const TASK_STATUSES = [
  'open',
  'resolved',
  'failed',
  /** It went in a circle. */
  'stalled',
  'limit',
  'denied',
  'interrupted',
] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** What the loop reports, in order. */
export type Event =
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
      resumedAt: number
    }
  | { type: 'note'; text: string }
  | { type: 'delta'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'waiting'; text: string }
  | { type: 'reply'; number: number; text: string; problem: Problem | null }
  | { type: 'tool_call'; number: number; call: ToolCall; describe: string }
  | {
      type: 'permission'
      call: ToolCall
      decision: 'allow' | 'deny'
      reason: string
      rule: string
      asked: boolean
    }
  | { type: 'tool_result'; number: number; callId: string; tool: string; ok: boolean; text: string }
  | {
      type: 'step'
      number: number
      evidence: EvidenceNote[]
      promptTokens: number
      reusedPrefixTokens: number
      rebuilt: boolean
    }
  | { type: 'result'; result: TaskResult }

export interface EvidenceNote {
  id: string
  kind: EvidenceKind
  subject: string
  summary: string
}

/** The end of a run, as `--output-format json` prints it. */
export interface TaskResult {
  subtype: 'resolved' | 'failed' | 'stalled' | 'limit' | 'denied' | 'interrupted'
  taskId: string
  sessionId: string
  steps: number
  text: string
  cites: string[]
  changes: ChangedFile[]
  usage: Usage
  durationMs: number
  /** false when files were changed and no test proves the result. */
  proven: boolean
  /** Set when the run ended for a reason outside the task; it decides the exit code. */
  cause?: 'unreachable' | 'auth' | 'window'
}
