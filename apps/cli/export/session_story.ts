import { homedir } from 'node:os'
import { redact, type TaskStatus } from '#core'
import type { Ledger, SessionRow, TaskRow, TranscriptStep } from '#ledger'

/** A session in the order in which a person reads it. */
export type StoryPart =
  | { kind: 'session'; session: SessionRow; tasks: number }
  | { kind: 'task'; task: StoryTask }
  | { kind: 'step'; step: TranscriptStep }
  | { kind: 'end'; task: StoryTask }

export interface StoryTask extends Pick<TaskRow, 'id' | 'text' | 'endText' | 'proven' | 'steps'> {
  status: TaskStatus
  createdMs: number
  /** A rewind took it out of the conversation. */
  isRewound: boolean
}

/**
 * The parts of a session, read one by one. Secrets are redacted again with the patterns of this version, and the home
 * folder is written as `~`: an export is for other people.
 */
export function* storyParts(ledger: Ledger, sessionId: string): Generator<StoryPart> {
  const clean = cleaner()
  const tasks = ledger.tasks({ sessionId }).reverse()
  yield { kind: 'session', session: clean(ledger.session(sessionId)), tasks: tasks.length }
  const steps = ledger.transcript(sessionId)[Symbol.iterator]()
  let next = steps.next()
  try {
    for (const { given: _, doubt: __, ...row } of tasks) {
      const task = clean(row)
      yield { kind: 'task', task }
      while (!next.done && next.value.taskId === row.id) {
        yield { kind: 'step', step: clean(next.value) }
        next = steps.next()
      }
      yield { kind: 'end', task }
    }
  } finally {
    steps.return?.()
  }
}

function cleaner(): <T>(value: T) => T {
  const home = homedir()
  const text = (raw: string) => {
    const known = redact(raw)
    return home.length > 1 ? known.replaceAll(home, '~') : known
  }
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(deep)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), deep(item)]))
  }
  return <T>(value: T) => deep(value) as T
}
