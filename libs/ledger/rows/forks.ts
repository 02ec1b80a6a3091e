import assert from 'node:assert/strict'
import { AircoderError, LIMITS, redact } from '#core'
import type { Store } from '../database/store.js'
import type { ForkDraft } from '../types/sessions.js'
import type { PromptRows } from './prompt.js'
import { toTitle } from './sessions.js'
import type { TaskRows } from './tasks.js'

export interface Forks {
  fork(draft: ForkDraft): string
  words(sessionId: string): string[]
  tasks(sessionId: string): string[]
}

/** No task ends the copy. */
const WHOLE = { number: Number.MAX_SAFE_INTEGER, startSeq: Number.MAX_SAFE_INTEGER }

interface Original {
  id: string
  title: string
  lastSeq: number
}

/** Copies of sessions. A copy has what the next prompt needs, so it goes on when its original is changed or removed. */
export function createForks(
  { db, clock, makeId, write }: Store,
  { tasks, prompt }: { tasks: TaskRows; prompt: PromptRows },
): Forks {
  const select = db.prepare<[string], Original>(`
    SELECT id, title, (SELECT coalesce(max(seq), 0) FROM prompt_tail WHERE session_id = sessions.id)
      AS lastSeq
    FROM sessions WHERE id = ?`)
  const insert = db.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO sessions (id, parent_id, cwd, model, mode, title, window_tokens, token_factor, created_ms,
      first_seq, given)
    SELECT @id, id, cwd, model, mode, @title, window_tokens, token_factor, @nowMs, @firstSeq,
      coalesce((SELECT given FROM tasks WHERE session_id = sessions.id ORDER BY number DESC LIMIT 1), given)
    FROM sessions WHERE id = @from`)
  const copyMessage = db.prepare<[string, number, string, number]>(`
    INSERT INTO prompt_tail (session_id, seq, task_id, step, message)
    SELECT ?, ?, task_id, step, message FROM prompt_tail WHERE session_id = ? AND seq = ?`)
  // Its task is none: what a task wrote is counted with that task.
  const copyPrompt = db.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO generations
      (session_id, number, task_id, step, head, tail_from_seq, reason, created_ms, offered, shown, model)
    SELECT @id, 1, '', 0, head, @firstSeq, 'fork', @nowMs, offered, @shown, model
    FROM generations WHERE session_id = @from AND number = @number`)
  // The newest prompt that no later task made, nor one that a rewind took out of the conversation.
  const promptBefore = db.prepare<
    [{ from: string; end: number }],
    { number: number; tailFromSeq: number; shown: string | null }
  >(`
    SELECT number, tail_from_seq AS tailFromSeq, shown FROM generations
    WHERE session_id = @from AND NOT EXISTS (SELECT 1 FROM tasks
      WHERE tasks.id = generations.task_id AND (tasks.rewind IS NOT NULL OR tasks.number >= @end))
    ORDER BY number DESC LIMIT 1`)
  const carryTasks = db.prepare<[Record<string, string | number>]>(`
    INSERT INTO carried (session_id, ordinal, kind, id, text, status, summary)
    SELECT @id, row_number() OVER (ORDER BY number) - 1, 'task', id, text, status, summary FROM (
      SELECT id, text, status, end_text AS summary, number FROM tasks
      WHERE session_id = @from AND rewind IS NULL AND number < @end
      UNION ALL SELECT id, text, status, summary, ordinal - ${LIMITS.earlierTasks} FROM carried
      WHERE session_id = @from AND kind = 'task'
      ORDER BY number DESC LIMIT ${LIMITS.earlierTasks})`)
  const carryWords = db.prepare<[string, number, string]>(`
    INSERT INTO carried (session_id, ordinal, kind, id, text, status, summary)
    VALUES (?, ?, 'words', '', ?, '', '')`)
  const words = db
    .prepare<[string], string>(
      "SELECT text FROM carried WHERE session_id = ? AND kind = 'words' ORDER BY ordinal",
    )
    .pluck()

  const endOf = ({ sessionId, before }: ForkDraft) => {
    if (before === undefined) return WHOLE
    const task = tasks.get(before)
    assert.equal(task.sessionId, sessionId, `the task ${before} is in another session`)
    return task
  }

  const fork = write((draft: ForkDraft): string => {
    const { sessionId: from } = draft
    const original = select.get(from)
    if (original === undefined) throw new AircoderError('NO_SUCH_SESSION', { id: from })
    const until = endOf(draft)
    const made = promptBefore.get({ from, end: until.number })
    if (made === undefined) throw new AircoderError('NOTHING_TO_FORK', { id: from })
    const kept = prompt.tail(from, made.tailFromSeq).filter(({ seq }) => seq < until.startSeq)
    const id = makeId('s')
    const nowMs = clock.now()
    const firstSeq = kept.length === 0 ? 1 : original.lastSeq - kept.length + 1
    const title = toTitle(draft.title ?? original.title)
    insert.run({ id, from, title, nowMs, firstSeq })
    const moved = new Map(kept.map(({ seq }, at) => [seq, firstSeq + at]))
    for (const [seq, to] of moved) copyMessage.run(id, to, from, seq)
    const shown = moveShown(made.shown, moved)
    copyPrompt.run({ id, from, number: made.number, firstSeq, shown, nowMs })
    carryTasks.run({ id, from, end: until.number })
    for (const [at, text] of draft.words.entries())
      carryWords.run(id, LIMITS.earlierTasks + at, redact(text))
    if (draft.notice) prompt.append(id, '', 0, [draft.notice])
    return id
  })
  const known = db
    .prepare<[string], string>(
      "SELECT id FROM carried WHERE session_id = ? AND kind = 'task' ORDER BY ordinal DESC",
    )
    .pluck()
  return {
    fork,
    words: (sessionId) => words.all(sessionId),
    tasks: (sessionId) => known.all(sessionId),
  }
}

/** The entries that a prompt shows shortened, under their new numbers. */
function moveShown(shown: string | null, moved: ReadonlyMap<number, number>): string | null {
  if (shown === null) return null
  const entries = Object.entries(JSON.parse(shown)).flatMap(([seq, message]) => {
    const to = moved.get(Number(seq))
    return to === undefined ? [] : [[to, message]]
  })
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries))
}
