import { redact } from '#core'
import type { Store } from '../../database/store.js'
import type { GitCommitDraft, GitCommitEnd, GitCommitRow } from '../../types/records.js'

export interface GitCommitRows {
  begin(draft: GitCommitDraft): number
  end(number: number, end: GitCommitEnd): void
  list(sessionId: string): GitCommitRow[]
}

interface StoredRow extends Omit<GitCommitRow, 'paths' | 'fresh'> {
  paths: string
  fresh: string
}

/** Commits that the program makes with git; a row is durable before git starts, so none is made twice. */
export function createGitCommitRows({ db, clock, write }: Store): GitCommitRows {
  const insert = db.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO git_commits (session_id, task_id, message, paths, fresh, parent, status, created_ms)
    VALUES (@sessionId, @taskId, @message, @paths, @fresh, @parent, 'open', @nowMs)`)
  const update = db.prepare<[string, string | null, string, number]>(`
    UPDATE git_commits SET status = ?, hash = ?, reason = ? WHERE number = ? AND status = 'open'`)
  const list = db.prepare<[string], StoredRow>(`
    SELECT number, session_id AS sessionId, task_id AS taskId, message, paths, fresh, parent,
      status, hash, reason, created_ms AS createdMs
    FROM git_commits WHERE session_id = ? ORDER BY number DESC`)

  return {
    begin: write((draft: GitCommitDraft): number => {
      const { paths, fresh, message, ...rest } = draft
      const made = insert.run({
        ...rest,
        message: redact(message),
        paths: JSON.stringify(paths),
        fresh: JSON.stringify(fresh),
        nowMs: clock.now(),
      })
      return Number(made.lastInsertRowid)
    }),
    end: write((number: number, end: GitCommitEnd): void => {
      const hash = end.status === 'done' ? end.hash : null
      update.run(end.status, hash, end.status === 'failed' ? redact(end.reason) : '', number)
    }),
    list: (sessionId) =>
      list.all(sessionId).map(({ paths, fresh, ...row }) => ({
        ...row,
        paths: JSON.parse(paths),
        fresh: JSON.parse(fresh),
      })),
  }
}
