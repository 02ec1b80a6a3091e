import { AircoderError, type Message } from '#core'
import type { Store } from '../database/store.js'
import type { PromptAt } from '../types/prompt.js'

interface TaskAt {
  id: string
  number: number
  cursor: number
  /** The rewind that took it out of the conversation, and its last message. */
  rewind: number | null
  rewindUntil: number | null
}

const MOST = Number.MAX_SAFE_INTEGER

interface Range {
  sessionId: string
  shown: string | null
  fromSeq: number
  until: number
  rewind: number
}

/** Reads the messages that a step of a session sent, or that its next step would send. */
export function createPromptAt({
  db,
}: Store): (sessionId: string, step?: number, taskId?: string) => PromptAt {
  // A rewound task is found by its id only.
  const findTask = db.prepare<[{ sessionId: string; taskId: string | null }], TaskAt>(`
    SELECT tasks.id, tasks.number, cursor, rewind, until_seq AS rewindUntil
    FROM tasks LEFT JOIN rewinds ON rewinds.number = rewind
    WHERE tasks.session_id = @sessionId AND iif(@taskId IS NULL, rewind IS NULL, tasks.id = @taskId)
    ORDER BY tasks.number DESC LIMIT 1`)
  // A generation is used from the step after the one that made it. A copied one has no task. One that an earlier rewind
  // took out of the conversation is used no more.
  const generation = db.prepare<
    [{ sessionId: string; number: number; id: string; step: number; rewind: number }],
    { head: string; fromSeq: number; offered: string | null; shown: string | null }
  >(`
    SELECT g.head, g.tail_from_seq AS fromSeq, g.offered, g.shown
    FROM generations g LEFT JOIN tasks t ON t.id = g.task_id
    WHERE g.session_id = @sessionId
      AND (t.number IS NULL OR t.number < @number OR (g.task_id = @id AND g.step < @step))
      AND (t.rewind IS NULL OR t.rewind >= @rewind)
    ORDER BY g.number DESC LIMIT 1`)
  const endSeq = db
    .prepare<[string, string, number], number | null>(`
      SELECT min(seq) FROM prompt_tail WHERE session_id = ? AND task_id = ? AND step >= ?`)
    .pluck()
  const nextTask = db
    .prepare<[string, number], number | null>(
      'SELECT min(start_seq) FROM tasks WHERE session_id = ? AND number > ?',
    )
    .pluck()
  const tail = db
    .prepare<[Range], string>(`
      SELECT coalesce(@shown -> ('$."' || seq || '"'), message) FROM prompt_tail
      WHERE session_id = @sessionId AND seq >= @fromSeq AND seq < @until AND NOT EXISTS (
        SELECT 1 FROM rewinds WHERE rewinds.session_id = @sessionId AND seq BETWEEN from_seq AND until_seq
          AND until_seq < @until AND rewinds.number < @rewind)
      ORDER BY seq`)
    .pluck()

  const read = db.transaction((sessionId: string, wanted?: number, taskId?: string): PromptAt => {
    const task = findTask.get({ sessionId, taskId: taskId ?? null })
    if (task === undefined) throw new AircoderError('NO_SUCH_ROW', { id: taskId ?? sessionId })
    const { id, number, cursor } = task
    const step = wanted ?? cursor + 1
    // Later rewinds did not count yet.
    const rewind = task.rewind ?? MOST
    const made = generation.get({ sessionId, number, id, step, rewind })
    if (made === undefined || step > cursor + 1) {
      throw new AircoderError('NO_SUCH_ROW', { id: `step ${step} of ${id}` })
    }
    const own = task.rewindUntil === null ? MOST : task.rewindUntil + 1
    const last = Math.min(nextTask.get(sessionId, number) ?? MOST, own)
    const messages = tail
      .all({
        sessionId,
        shown: made.shown,
        fromSeq: made.fromSeq,
        until: endSeq.get(sessionId, id, step) ?? last,
        rewind,
      })
      .map((text): Message => JSON.parse(text))
    const offered = made.offered === null ? null : JSON.parse(made.offered)
    return { taskId: id, head: JSON.parse(made.head), tail: messages, offered }
  })
  return (sessionId, step, taskId) => read.deferred(sessionId, step, taskId)
}
