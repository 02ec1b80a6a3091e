import assert from 'node:assert/strict'
import type { Store } from '../../database/store.js'
import type { RewindDraft, Rewound } from '../../types/restores.js'
import type { PromptRows } from '../prompt.js'
import type { TaskRows } from '../tasks.js'
import type { Restores } from './restores.js'

/**
 * Takes tasks out of a conversation. The range of their messages is stored and skipped, so nothing is removed: the old
 * prompts can still be shown, and their edits can still be undone.
 */
export function createRewind(
  { db, clock, write }: Store,
  { tasks, prompt, restores }: { tasks: TaskRows; prompt: PromptRows; restores: Restores },
): (draft: RewindDraft) => Rewound {
  const pending = db
    .prepare<[string, number], string>(`
      SELECT task_id FROM decisions JOIN tasks ON tasks.id = task_id
      WHERE session_id = ? AND tasks.number >= ? LIMIT 1`)
    .pluck()
  const insert = db.prepare<[string, string, number, number, number]>(`
    INSERT INTO rewinds (session_id, task_id, from_seq, until_seq, created_ms) VALUES (?, ?, ?, ?, ?)`)
  const take = db.prepare<[number, string, number]>(
    'UPDATE tasks SET rewind = ? WHERE session_id = ? AND number >= ? AND rewind IS NULL',
  )
  const isRewound = db
    .prepare<[string], number | null>('SELECT rewind FROM tasks WHERE id = ?')
    .pluck()
  const before = db.prepare<[string, number], { id: string; cursor: number }>(`
    SELECT id, cursor FROM tasks WHERE session_id = ? AND number < ? AND rewind IS NULL
    ORDER BY number DESC LIMIT 1`)

  return write(({ taskId, notice, restore }: RewindDraft): Rewound => {
    const { sessionId, number, startSeq } = tasks.get(taskId)
    assert.equal(isRewound.get(taskId), null, `the task ${taskId} is in no conversation`)
    assert.equal(pending.get(sessionId, number), undefined, 'a step of these tasks is not finished')
    const last = prompt.nextSeq(sessionId) - 1
    const made = insert.run(sessionId, taskId, startSeq, last, clock.now())
    const rewind = Number(made.lastInsertRowid)
    const { changes } = take.run(rewind, sessionId, number)
    const hasPrompt = prompt.generation(sessionId, '') !== null
    if (notice !== null && hasPrompt) {
      const { id = '', cursor = 0 } = before.get(sessionId, number) ?? {}
      prompt.append(sessionId, id, cursor, [notice])
    }
    const restoreId = restore === null ? null : restores.add(restore, rewind)
    return { tasks: changes, hasPrompt, restoreId }
  })
}
