import type { Json, Message, Mode, TaskStatus } from '#core'

export interface SessionDraft {
  cwd: string
  model: string
  mode: Mode
  /** Stored as one line of at most 60 characters. */
  title: string
  parentId?: string
}

/** A copy of a session. */
export interface ForkDraft {
  sessionId: string
  /** That of the original when absent. */
  title?: string
  /** What every later prompt keeps, oldest first. */
  words: readonly string[]
  /** A task of the session: the copy ends before it. All of the session when absent. */
  before?: string
  /** The last message of the copy; none when absent or null. */
  notice?: Message | null
}

export interface SessionChange {
  model?: string
  mode?: Mode
  title?: string
  windowTokens?: number | null
  tokenFactor?: number
}

export interface SessionRow {
  id: string
  parentId: string | null
  cwd: string
  model: string
  mode: Mode
  title: string
  tasks: number
  /** Number of tasks that were stopped in the middle: open, interrupted or at a limit. */
  unfinished: number
  createdMs: number
  /** When it was copied or its newest task began or ended. */
  usedMs: number
  /** What the newest task of the session that it was copied from was given; null: it is no copy, or nothing was. */
  given: Json
  /** Whether its next prompt continues one that was sent; false: it begins with the next task. */
  hasPrompt: boolean
}

/** A line that the user sent while a task ran. */
export interface WaitingLine {
  text: string
  /** false: the next step delivers it; true: it is a task of its own when the running one has ended. */
  isFollowUp: boolean
}

export interface TaskDraft {
  sessionId: string
  text: string
  /** The user's message for the prompt; null when the head of the prompt contains it. */
  message: Message | null
  /** What the user gave the run that decides what it may do, by the name of the setting. */
  given?: Json
  /** The lines that wait from now on: without the one that became this task. As before when absent. */
  waiting?: readonly WaitingLine[] | undefined
}

/** The end of a task; `proven` is false when the evidence does not show the result. */
export interface TaskEnd {
  status: TaskStatus
  text: string
  cites: string[]
  proven: boolean
  /** Why it is not proven. */
  doubt?: Json
}

export interface TaskRow {
  id: string
  sessionId: string
  text: string
  status: TaskStatus
  /** The last committed step; 0 before the first. */
  steps: number
  endText: string
  cites: string[]
  proven: boolean
  doubt: Json
  /** As the draft has it, or what the last resume was given; null: nothing. */
  given: Json
  createdMs: number
  endedMs: number | null
  /** A rewind took it out of the conversation of its session. */
  isRewound: boolean
}

export interface TaskFilter {
  sessionId?: string
  status?: readonly TaskStatus[]
  /** Only tasks that no rewind took out of their conversation. */
  inConversation?: true
}

/** Steps, and tokens that the model read or wrote: what its cache reused is not in it. */
export interface Work {
  steps: number
  tokens: number
}

export interface Counts {
  episodes: number
  evidence: number
  planNodes: number
  payloadBytes: number
}
