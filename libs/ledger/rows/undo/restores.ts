import assert from 'node:assert/strict'
import { redact } from '#core'
import { peekNumber, type Store } from '../../database/store.js'
import type {
  AppliedEdit,
  EditScope,
  RestoreDraft,
  RestoreEnd,
  RestoreFile,
  RestoreRow,
  TouchedFile,
} from '../../types/restores.js'
import type { Blobs } from '../blobs.js'
import type { PromptRows } from '../prompt.js'
import type { TaskRows } from '../tasks.js'

export interface Restores {
  applied(scope: EditScope): AppliedEdit[]
  touched(sessionId: string): TouchedFile[]
  begin(draft: RestoreDraft): string
  /** The same within a transaction of the caller, as part of a rewind. */
  add(draft: RestoreDraft, rewind: number | null): string
  end(id: string, end: RestoreEnd | null): void
  list(sessionId: string): RestoreRow[]
}

interface Row extends Omit<RestoreRow, 'intents' | 'files' | 'isRewind'> {
  intents: string
  isRewind: number
}

type AppliedRow = Omit<AppliedEdit, 'files' | 'undone'> & { ok: number; ordinal: number }

/** Edits that were made, and the undos and redos of them. */
export function createRestores(
  { db, clock, makeId, sessions, write }: Store,
  { blobs, tasks, prompt }: { blobs: Blobs; tasks: TaskRows; prompt: PromptRows },
): Restores {
  const applied = db.prepare<[{ sessionId: string; taskId: string | null }], AppliedRow>(`
    SELECT intents.id AS intentId, intents.task_id AS taskId, intents.step, intents.tool,
      intents.effect, intents.arguments ->> '$.command' AS command, tasks.text AS taskText,
      calls.ok, intents.ordinal
    FROM intents JOIN tasks ON tasks.id = intents.task_id
      JOIN calls ON calls.task_id = intents.task_id AND calls.step = intents.step
        AND calls.ordinal = intents.ordinal
    WHERE tasks.session_id = @sessionId AND (@taskId IS NULL OR intents.task_id = @taskId)
      AND intents.status = 'committed'
      AND EXISTS (SELECT 1 FROM intent_files WHERE intent_id = intents.id)
    ORDER BY tasks.number DESC, intents.step DESC, intents.ordinal DESC`)
  const files = db.prepare<[string], AppliedEdit['files'][number]>(`
    SELECT path, before_hash AS beforeHash, after_hash AS afterHash, file_mode AS fileMode,
      before_mode AS beforeMode
    FROM intent_files WHERE intent_id = ? ORDER BY ordinal`)
  // An edit that was not finished has a row for each file that written.
  const standing = db
    .prepare<[string, number, number], string>(`
      SELECT subject FROM evidence WHERE task_id = ? AND step = ? AND kind = 'edit_applied'
        AND facts ->> '$.strategy' = 'unfinished' AND facts ->> '$.call' = ?`)
    .pluck()
  const touched = db.prepare<[string], TouchedFile>(`
    SELECT intents.task_id AS taskId, intent_files.path, intent_files.before_hash AS beforeHash
    FROM intents JOIN tasks ON tasks.id = intents.task_id
      JOIN intent_files ON intent_files.intent_id = intents.id
    WHERE tasks.session_id = ? AND intents.status <> 'replaced'
    ORDER BY tasks.number, intents.step, intents.ordinal, intent_files.ordinal`)
  const insert = db.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO restores
      (id, session_id, task_id, kind, status, intents, undo_id, after_evidence, created_ms, rewind)
    VALUES (@id, @sessionId, @taskId, @kind, 'open', @intents, @undoId, @afterEvidence, @nowMs,
      @rewind)`)
  const insertFile = db.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO restore_files
      (restore_id, ordinal, path, before_hash, after_hash, before_mode, file_mode)
    VALUES (@id, @ordinal, @path, @beforeHash, @afterHash, @beforeMode, @fileMode)`)
  const close = db.prepare<[string, string, string]>(
    "UPDATE restores SET status = ?, told = ? WHERE id = ? AND status = 'open'",
  )
  const list = db.prepare<[string], Row>(`
    SELECT id, session_id AS sessionId, task_id AS taskId, kind, status, intents,
      undo_id AS undoId, after_evidence AS afterEvidence, told AS notice,
      rewind IS NOT NULL AS isRewind
    FROM restores WHERE session_id = ? ORDER BY number DESC`)
  const restored = db.prepare<[string], RestoreFile>(`
    SELECT path, before_hash AS beforeHash, after_hash AS afterHash, before_mode AS beforeMode,
      file_mode AS fileMode FROM restore_files WHERE restore_id = ? ORDER BY ordinal`)
  // Copies of the session that know the task: its files are theirs too. What another process works in, it reads itself.
  const copies = db
    .prepare<[string], string>(
      "SELECT DISTINCT session_id FROM carried WHERE kind = 'task' AND id = ? ORDER BY session_id",
    )
    .pluck()
  const peek = peekNumber(db)
  const image = (bytes: Buffer | null) => (bytes === null ? null : blobs.put(bytes, 'image'))

  const listAll = (sessionId: string): RestoreRow[] =>
    list.all(sessionId).map((row) => ({
      ...row,
      isRewind: row.isRewind === 1,
      intents: JSON.parse(row.intents),
      files: restored.all(row.id),
    }))

  const add = (draft: RestoreDraft, rewind: number | null): string => {
    const { sessionId } = tasks.get(draft.taskId)
    const id = makeId('u')
    insert.run({
      id,
      sessionId,
      taskId: draft.taskId,
      kind: draft.kind,
      intents: JSON.stringify(draft.intents),
      undoId: draft.undoId,
      afterEvidence: peek('evidence'),
      nowMs: clock.now(),
      rewind,
    })
    for (const [ordinal, { path, before, after, fileMode, modeBefore }] of draft.files.entries())
      insertFile.run({
        id,
        ordinal,
        path,
        beforeHash: image(before),
        afterHash: image(after),
        beforeMode: modeBefore ?? null,
        fileMode,
      })
    return id
  }

  const end = write((id: string, done: RestoreEnd | null): void => {
    const { changes } = close.run(
      done === null || done.failed ? 'failed' : 'done',
      redact(done?.notice.content ?? ''),
      id,
    )
    assert.equal(changes, 1, `there is no open restore ${id}`)
    if (done === null || done.isSilent) return
    const taskId = db
      .prepare<[string], string>('SELECT task_id FROM restores WHERE id = ?')
      .pluck()
      .get(id)
    assert(taskId !== undefined, `the restore ${id} belongs to no task`)
    const { sessionId, cursor } = tasks.get(taskId)
    prompt.append(sessionId, taskId, cursor, [done.notice])
    for (const copy of copies.all(taskId))
      if (!sessions.isElsewhere(copy)) prompt.append(copy, '', 0, [done.notice])
  })

  return {
    applied({ sessionId, taskId }) {
      const undone = new Map<string, boolean>()
      for (const { intents, kind, status } of listAll(sessionId))
        for (const id of intents)
          if (status === 'done' && !undone.has(id)) undone.set(id, kind === 'undo')
      return applied
        .all({ sessionId, taskId: taskId ?? null })
        .flatMap(({ ok, ordinal, ...row }) => {
          const all = files.all(row.intentId)
          const isWhole = ok === 1 || row.effect === 'command'
          const written = isWhole ? [] : standing.all(row.taskId, row.step, ordinal)
          const left = isWhole ? all : all.filter(({ path }) => written.includes(path))
          if (left.length === 0) return []
          return [{ ...row, files: left, undone: undone.get(row.intentId) === true }]
        })
    },
    touched: (sessionId) => touched.all(sessionId),
    begin: write((draft: RestoreDraft) => add(draft, null)),
    add,
    end,
    list: listAll,
  }
}
