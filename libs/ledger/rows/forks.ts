import { AircoderError, LIMITS, redact } from '#core'
import type { Store } from '../database/store.js'
import type { ForkDraft } from '../types/sessions.js'
import type { PromptRows } from './prompt.js'
import { toTitle } from './sessions.js'

export interface Forks {
  fork(draft: ForkDraft): string
  words(sessionId: string): string[]
}

interface Original {
  id: string
  title: string
  lastSeq: number
}

/** Copies of sessions. A copy has what the next prompt needs, so it goes on when its original is changed or removed. */
export function createForks({ db, clock, makeId, write }: Store, prompt: PromptRows): Forks {
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
  const shownOf = db
    .prepare<[string, number], string | null>(
      'SELECT shown FROM generations WHERE session_id = ? AND number = ?',
    )
    .pluck()
  const carryTasks = db.prepare<[Record<string, string | number>]>(`
    INSERT INTO carried (session_id, ordinal, kind, id, text, status, summary)
    SELECT @id, row_number() OVER (ORDER BY number) - 1, 'task', id, text, status, summary FROM (
      SELECT id, text, status, end_text AS summary, number FROM tasks
      WHERE session_id = @from AND rewind IS NULL
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

  const fork = write((draft: ForkDraft): string => {
    const { sessionId: from } = draft
    const original = select.get(from)
    if (original === undefined) throw new AircoderError('NO_SUCH_SESSION', { id: from })
    const made = prompt.generation(from, '')
    if (made === null) throw new AircoderError('NOTHING_TO_FORK', { id: from })
    const kept = prompt.tail(from, made.tailFromSeq)
    const id = makeId('s')
    const nowMs = clock.now()
    const firstSeq = kept.length === 0 ? 1 : original.lastSeq - kept.length + 1
    const title = toTitle(draft.title ?? original.title)
    insert.run({ id, from, title, nowMs, firstSeq })
    const moved = new Map(kept.map(({ seq }, at) => [seq, firstSeq + at]))
    for (const [seq, to] of moved) copyMessage.run(id, to, from, seq)
    const shown = moveShown(shownOf.get(from, made.number) ?? null, moved)
    copyPrompt.run({ id, from, number: made.number, firstSeq, shown, nowMs })
    carryTasks.run({ id, from })
    for (const [at, text] of draft.words.entries())
      carryWords.run(id, LIMITS.earlierTasks + at, redact(text))
    return id
  })
  return { fork, words: (sessionId) => words.all(sessionId) }
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
