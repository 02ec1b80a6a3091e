import type { EvidenceKind } from './evidence.js'

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** What a call may do without a question; cycled with Shift+Tab. */
export const MODES = ['default', 'acceptEdits', 'plan', 'yolo'] as const
export type Mode = (typeof MODES)[number]

/** One call of a reply; `id` is unique within its reply. */
export interface ToolCall {
  id: string
  name: string
  arguments: Record<string, unknown>
  /** Set on a call that the program adds to a reply; stored with it. A call from a server never has it. */
  origin?: 'program'
}

/** Tokens as the server counted them; 0 where it did not say. */
export interface Usage {
  promptTokens: number
  completionTokens: number
  /** Prompt tokens that the engine took from its prefix cache. */
  reusedPrefixTokens: number
}

/** Why a reply cannot be acted on. The model's failure is data, never an exception. */
export interface Problem {
  code:
    | 'parser_error'
    | 'inference_error'
    | 'context_overflow'
    | 'auth_error'
    | 'unreachable'
    /** The reply went round in circles and was ended. */
    | 'repetition'
    /** Thinking was ended at its budget. */
    | 'thinking_budget'
  message: string
  /** The offending text, at most a few hundred characters. */
  excerpt?: string
  /** The served window in tokens, when the server named it. */
  windowTokens?: number
}

/** One decision of the model: text and calls, or a problem, before which calls may have been complete. */
export interface Reply {
  text: string
  reasoning: string
  calls: ToolCall[]
  problem: Problem | null
  finishReason: string | null
  usage: Usage | null
  /** Who answered, where it was not the session's own model: `strong`, `anthropic` … */
  by?: string
}

/** One entry of the conversation on the wire (OpenAI's chat shape; a picture becomes a part of it when it is sent). */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  tool_calls?: WireCall[]
  tool_call_id?: string
  /** Evidence whose payload is a picture; with its data URL where it is to be shown. */
  picture?: { id: string; url?: string }
}

/** A tool call in a message: the arguments are one JSON string, keys as the model wrote them. */
export interface WireCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** A tool as the model is told about it. */
export interface ToolSchema {
  type: 'function'
  function: { name: string; description: string; parameters: Json }
}

/** When answers are held to a JSON schema, where the endpoint can: never, after a reply that could not be read, always. */
export const CONSTRAINED_MODES = ['off', 'retry', 'always'] as const
export type ConstrainedMode = (typeof CONSTRAINED_MODES)[number]

/** A schema that the answer has to keep to (OpenAI's shape). */
export interface ResponseFormat {
  type: 'json_schema'
  json_schema: { name: string; strict: true; schema: Json }
}

/** The exact body that a step sends. */
export interface ChatRequest {
  model: string
  messages: Message[]
  tools: ToolSchema[]
  max_tokens?: number
  temperature?: number
  top_p?: number
  /** The server is told not to think, in the words that it knows. */
  thinking?: 'off'
  response_format?: ResponseFormat
}

/** Evidence before the ledger has given it an id. The client writes it from real results. */
export interface EvidenceDraft {
  kind: EvidenceKind
  /** A path, command, symbol or topic. */
  subject: string
  /** One or two lines that a later step will read. */
  summary: string
  /** Verbatim bytes. */
  payload: Buffer
  facts: Record<string, Json>
}

/** A committed row. `id` is `e<N>`, counted over the whole ledger, never reused. */
export interface Evidence {
  id: string
  taskId: string
  step: number
  kind: EvidenceKind
  subject: string
  summary: string
  facts: Record<string, Json>
  payloadHash: string
  payloadBytes: number
}

/** One file's change, computed before it is made. `null` bytes: the file does not exist on that side. */
export interface FileEdit {
  /** Relative to the workspace root, forward slashes. */
  path: string
  before: Buffer | null
  after: Buffer | null
  /** Permission bits to keep, e.g. 0o644. */
  fileMode: number
}

/** What a call led to, as the model and the ledger will see it. */
export interface Outcome {
  callId: string
  tool: string
  ok: boolean
  /** The tool result for the model, already cut to its cap. */
  text: string
  evidence: EvidenceDraft[]
  /** Files changed by an edit tool, in order. */
  changes: ChangedFile[]
  /** Set when the gate refused: the rule that did. */
  denied?: string
  /** The rule that let it run, or did not; absent: it never came to the gate. */
  gate?: { rule: string; asked: boolean }
  tookMs?: number
  /** Changes to the plan that the call asks for; the supervisor applies them at the commit. */
  plan: PlanChange[]
}

export interface ChangedFile {
  path: string
  added: number
  removed: number
}

/** What a call wants to do to the plan. Data, so that no code asks for a tool's name. */
export type PlanChange =
  | { type: 'todo'; items: TodoItem[] }
  | { type: 'spawn'; hypothesis: string }
  | { type: 'resolve'; cites: string[]; summary: string }

export interface TodoItem {
  text: string
  status: 'pending' | 'in_progress' | 'done'
}

/** A node of the plan: the task itself (root), a hypothesis below it, or a numbered to-do. */
export interface PlanNode {
  id: string
  parentId: string | null
  kind: 'root' | 'hypothesis' | 'todo'
  /** Order among its siblings, from 0. */
  ordinal: number
  text: string
  status: 'open' | 'in_progress' | 'resolved'
  summary: string
  cites: string[]
}

/** How a task stands, or ended. */
const TASK_STATUSES = ['open', 'resolved', 'failed', 'limit', 'denied', 'interrupted'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** What the loop tells whoever listens, in order. */
export type Event =
  | {
      type: 'init'
      taskId: string
      sessionId: string
      cwd: string
      model: string
      tools: string[]
      mode: Mode
      /** What commands are shut in, in one line. */
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

/** The end of a run, as `--output-format json` prints it (field names there are the contract's). */
export interface TaskResult {
  subtype: 'resolved' | 'failed' | 'limit' | 'denied' | 'interrupted'
  taskId: string
  sessionId: string
  steps: number
  text: string
  cites: string[]
  changes: ChangedFile[]
  usage: Usage
  durationMs: number
  /** false: files were changed and no test or other ground proves the result. */
  proven: boolean
  /** Set when the run ended for a reason outside the task: decides the exit code. */
  cause?: 'unreachable' | 'auth' | 'window'
}
