import { type Message, redact } from '#core'
import type { Store } from '../database/store.js'
import type { GenerationDraft, TailEntry } from '../types/prompt.js'
import type { View } from '../types/view.js'
import { redactMessage } from '../values/redact_deep.js'

export interface PromptRows {
  /** The seq of the session's next message, from 1. */
  nextSeq(sessionId: string): number
  append(sessionId: string, taskId: string, step: number, messages: Message[]): void
  addGeneration(sessionId: string, taskId: string, step: number, draft: GenerationDraft): void
  /** The latest generation of the session; its step is 0 unless this task made it. */
  generation(sessionId: string, taskId: string): View['generation']
  /** The entries of the latest prompt, shown as it shows them. */
  tail(sessionId: string, fromSeq: number): TailEntry[]
}

interface GenerationRow {
  number: number
  taskId: string
  step: number
  head: string
  tailFromSeq: number
  reason: string
  offered: string | null
  model: string | null
}

/** A prompt that a task made which a rewind took out of the conversation is used no more. */
const IN_CONVERSATION = `session_id = ? AND NOT EXISTS (
  SELECT 1 FROM tasks WHERE tasks.id = generations.task_id AND tasks.rewind IS NOT NULL)`

/** Messages are stored as the JSON text of their first write, so that the bytes of a prompt never change under a cache. */
export function createPromptRows({ db, clock }: Store): PromptRows {
  const lastSeq = db
    .prepare<[string], number | null>('SELECT max(seq) FROM prompt_tail WHERE session_id = ?')
    .pluck()
  const insert = db.prepare<[string, number, string, number, string]>(`
    INSERT INTO prompt_tail (session_id, seq, task_id, step, message) VALUES (?, ?, ?, ?, ?)`)
  const insertGeneration = db.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO generations
      (session_id, number, task_id, step, head, tail_from_seq, reason, created_ms, offered, shown, model)
    SELECT @sessionId, coalesce(max(number), 0) + 1, @taskId, @step, @headText, @tailFromSeq, @reason, @nowMs,
      @offered, @shown, (SELECT model FROM sessions WHERE id = @sessionId)
    FROM generations WHERE session_id = @sessionId`)
  const latest = db.prepare<[string], GenerationRow>(`
    SELECT number, task_id AS taskId, step, head, tail_from_seq AS tailFromSeq, reason, offered, model
    FROM generations WHERE ${IN_CONVERSATION} ORDER BY number DESC LIMIT 1`)
  const tail = db.prepare<
    [{ sessionId: string; fromSeq: number }],
    Omit<TailEntry, 'message'> & { message: string }
  >(`
    SELECT seq, task_id AS taskId, step, message
    FROM prompt_tail WHERE session_id = @sessionId AND seq >= @fromSeq AND NOT EXISTS (
      SELECT 1 FROM rewinds WHERE rewinds.session_id = @sessionId AND seq BETWEEN from_seq AND until_seq)
    ORDER BY seq`)
  const shortened = db
    .prepare<[string], string | null>(`
      SELECT shown FROM generations WHERE ${IN_CONVERSATION} ORDER BY number DESC LIMIT 1`)
    .pluck()

  const nextSeq = (sessionId: string) => (lastSeq.get(sessionId) ?? 0) + 1

  return {
    nextSeq,
    append(sessionId, taskId, step, messages) {
      const first = nextSeq(sessionId)
      for (const [index, message] of messages.entries()) {
        const text = JSON.stringify(redactMessage(message))
        insert.run(sessionId, first + index, taskId, step, text)
      }
    },
    addGeneration(sessionId, taskId, step, draft) {
      const headText = JSON.stringify(draft.head.map(redactMessage))
      const { tailFromSeq } = draft
      const reason = redact(draft.reason)
      const nowMs = clock.now()
      const offered = draft.offered === undefined ? null : JSON.stringify(draft.offered)
      const shown = draft.shown === undefined ? null : shownText(draft.shown)
      insertGeneration.run({
        sessionId,
        taskId,
        step,
        headText,
        tailFromSeq,
        reason,
        nowMs,
        offered,
        shown,
      })
    },
    generation(sessionId, taskId) {
      const row = latest.get(sessionId)
      if (!row) return null
      const { number, tailFromSeq, reason, model } = row
      const step = row.taskId === taskId ? row.step : 0
      const offered = row.offered === null ? null : JSON.parse(row.offered)
      return { number, head: JSON.parse(row.head), tailFromSeq, step, reason, offered, model }
    },
    tail(sessionId, fromSeq) {
      const shown: Record<string, Message> = JSON.parse(shortened.get(sessionId) ?? '{}')
      return tail
        .all({ sessionId, fromSeq })
        .map((row) => ({ ...row, message: shown[row.seq] ?? JSON.parse(row.message) }))
    },
  }
}

/** null: nothing is shortened. */
function shownText(shown: NonNullable<GenerationDraft['shown']>): string | null {
  const entries = Object.entries(shown).map(([seq, message]) => [seq, redactMessage(message)])
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries))
}
