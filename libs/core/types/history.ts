/** Kinds of events that a list can hold, from large to small. */
export const EVENT_TYPES = ['run', 'step', 'call', 'authorisation', 'evidence'] as const
export const EVENT_ACTORS = ['user', 'agent', 'system'] as const
export const EVENT_OUTCOMES = ['success', 'failure', 'partial'] as const

export type EventType = (typeof EVENT_TYPES)[number]
/** user: a person · agent: the model · system: the program itself. */
export type EventActor = (typeof EVENT_ACTORS)[number]
/** partial: not finished, not proven, or only a part of it worked. */
export type EventOutcome = (typeof EVENT_OUTCOMES)[number]

/** Something that happened, read from the rows that exist: nothing of it is stored a second time. */
export interface LedgerEvent {
  /** `t_…` a run, `t_….3` its step, `t_….3.1` a call of the step, `a4` an answer, `e12` evidence, `n2` a plan node, `s_…` a session. */
  id: string
  type: EventType | 'plan' | 'session'
  actor: EventActor
  outcome: EventOutcome
  /** What led to it; null for a session. */
  parent: string | null
  /** Milliseconds since 1970; null where no time is stored. */
  atMs: number | null
  /** A run until its end, a step since the one before, a call as it ran; null: not known, or not ended. */
  durationMs: number | null
  summary: string
  /** The whole text, as far as the caller asked for: words, calls, arguments, output. */
  payload: string
}

export interface EventFilter {
  /** Only of this task. */
  taskId?: string | undefined
  type?: EventType | undefined
  actor?: EventActor | undefined
  outcome?: EventOutcome | undefined
  /** Default 50. */
  limit?: number | undefined
}
