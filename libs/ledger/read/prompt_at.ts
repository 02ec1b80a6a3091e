import { AircoderError, type Message } from '#core'
import type { Store } from '../database/store.js'
import type { PromptAt } from '../types/prompt.js'

interface TaskAt {
  id: string
  number: number
  cursor: number
}

/** Reads the messages that a step of a session sent, or that its next step would send. */
export function createPromptAt({ db }: Store): (sessionId: string, step?: number) => PromptAt {
  const newestTask = db.prepare<[string], TaskAt>(`
    SELECT id, number, cursor FROM tasks WHERE session_id = ? ORDER BY number DESC LIMIT 1`)
  // A generation is used from the step after the one that made it.
  const generation = db.prepare<
    [string, number, string, number],
    { head: string; fromSeq: number; offered: string | null; shown: string | null }
  >(`
    SELECT g.head, g.tail_from_seq AS fromSeq, g.offered, g.shown FROM generations g JOIN tasks t ON t.id = g.task_id
    WHERE g.session_id = ? AND (t.number < ? OR (g.task_id = ? AND g.step < ?))
    ORDER BY g.number DESC LIMIT 1`)
  const endSeq = db
    .prepare<[string, string, number], number | null>(`
      SELECT min(seq) FROM prompt_tail WHERE session_id = ? AND task_id = ? AND step >= ?`)
    .pluck()
  const tail = db
    .prepare<
      [{ sessionId: string; shown: string | null; fromSeq: number; until: number }],
      string
    >(`
      SELECT coalesce(@shown -> ('$."' || seq || '"'), message) FROM prompt_tail
      WHERE session_id = @sessionId AND seq >= @fromSeq AND seq < @until ORDER BY seq`)
    .pluck()

  const read = db.transaction((sessionId: string, wanted?: number): PromptAt => {
    const task = newestTask.get(sessionId)
    if (task === undefined) throw new AircoderError('NO_SUCH_ROW', { id: sessionId })
    const step = wanted ?? task.cursor + 1
    const made = generation.get(sessionId, task.number, task.id, step)
    if (made === undefined || step > task.cursor + 1) {
      throw new AircoderError('NO_SUCH_ROW', { id: `step ${step} of ${task.id}` })
    }
    const until = endSeq.get(sessionId, task.id, step) ?? Number.MAX_SAFE_INTEGER
    const messages = tail
      .all({ sessionId, shown: made.shown, fromSeq: made.fromSeq, until })
      .map((text): Message => JSON.parse(text))
    const offered = made.offered === null ? null : JSON.parse(made.offered)
    return { taskId: task.id, head: JSON.parse(made.head), tail: messages, offered }
  })
  return (sessionId, step) => read.deferred(sessionId, step)
}
