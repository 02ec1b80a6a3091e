import { redactTyped } from '#core'
import type { Store } from '../database/store.js'
import type { WaitingLine } from '../types/sessions.js'

export interface WaitingLines {
  /** Replaces the lines of a session, within a transaction of the caller. */
  put(sessionId: string, lines: readonly WaitingLine[]): void
  /** The same in a transaction of its own. */
  keep(sessionId: string, lines: readonly WaitingLine[]): void
  list(sessionId: string): WaitingLine[]
}

/** Lines that wait for the running task of a session, in the order in which they were sent. */
export function createWaitingLines({ db, write }: Store): WaitingLines {
  const clear = db.prepare<[string]>('DELETE FROM waiting_lines WHERE session_id = ?')
  const insert = db.prepare<[string, number, string, number]>(
    'INSERT INTO waiting_lines (session_id, ordinal, text, is_follow_up) VALUES (?, ?, ?, ?)',
  )
  const list = db.prepare<[string], { text: string; isFollowUp: number }>(`
    SELECT text, is_follow_up AS isFollowUp FROM waiting_lines WHERE session_id = ?
    ORDER BY ordinal`)
  const put = (sessionId: string, lines: readonly WaitingLine[]): void => {
    clear.run(sessionId)
    for (const [ordinal, { text, isFollowUp }] of lines.entries())
      insert.run(sessionId, ordinal, redactTyped(text), Number(isFollowUp))
  }
  return {
    put,
    keep: write(put),
    list: (sessionId) =>
      list.all(sessionId).map(({ text, isFollowUp }) => ({ text, isFollowUp: isFollowUp === 1 })),
  }
}
