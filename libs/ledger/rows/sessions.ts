import assert from 'node:assert/strict'
import { AircoderError, LIMITS, plausibleWindow, redact } from '#core'
import type { Store } from '../database/store.js'
import type { SessionChange, SessionDraft, SessionRow } from '../types/sessions.js'
import type { View } from '../types/view.js'
import type { Blobs } from './blobs.js'
import { removeChunksSql } from './chunks.js'

/** Statuses of a task that was stopped in the middle; a session with such a task is never pruned. */
const UNFINISHED = "('open', 'interrupted', 'limit')"

export interface Sessions {
  create(session: SessionDraft): string
  update(id: string, change: SessionChange): void
  /** The same within a transaction of the caller. */
  set(id: string, change: SessionChange): void
  get(id: string): View['session']
  list(limit?: number): SessionRow[]
  find(idPrefix: string): SessionRow
  remove(idPrefix: string): void
  prune(keep?: number): number
  /** @returns false when this process already had it */
  claim(id: string): boolean
  usedBy(id: string): string | null
}

export function createSessions(
  { db, clock, makeId, sessions, write }: Store,
  blobs: Blobs,
): Sessions {
  const insert = db.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO sessions (id, parent_id, cwd, model, mode, title, created_ms)
    VALUES (@id, @parentId, @cwd, @model, @mode, @title, @nowMs)`)
  const select = db.prepare<[string], View['session']>(`
    SELECT id, cwd, model, mode, title, window_tokens AS windowTokens, token_factor AS tokenFactor
    FROM sessions WHERE id = ?`)
  const update = db.prepare<[View['session']]>(`
    UPDATE sessions SET model = @model, mode = @mode, title = @title,
      window_tokens = @windowTokens, token_factor = @tokenFactor
    WHERE id = @id`)
  const rows = `
    SELECT id, parent_id AS parentId, cwd, model, mode, title, created_ms AS createdMs,
      (SELECT count(*) FROM tasks WHERE session_id = sessions.id) AS tasks,
      (SELECT count(*) FROM tasks WHERE session_id = sessions.id AND status IN ${UNFINISHED}
        AND rewind IS NULL) AS unfinished,
      max(created_ms, coalesce((SELECT max(max(created_ms, coalesce(ended_ms, 0))) FROM tasks
        WHERE session_id = sessions.id), 0)) AS usedMs, given,
      EXISTS (SELECT 1 FROM generations WHERE session_id = sessions.id AND NOT EXISTS (SELECT 1 FROM tasks
        WHERE tasks.id = generations.task_id AND tasks.rewind IS NOT NULL)) AS hasPrompt
    FROM sessions`
  // A limit of -1 is none.
  const list = db.prepare<[limit: number, offset: number], ListedRow>(
    `${rows} ORDER BY number DESC LIMIT ? OFFSET ?`,
  )
  const named = db.prepare<[{ prefix: string }], ListedRow>(
    `${rows} WHERE substr(id, 1, length(@prefix)) = @prefix ORDER BY number DESC`,
  )
  const numbersOf = `
    SELECT number FROM evidence
    WHERE task_id IN (SELECT id FROM tasks WHERE session_id = ?)`
  const remember = db.prepare<[string]>(`INSERT INTO removed_evidence ${numbersOf}`)
  const unindex = db.prepare<[string]>(`DELETE FROM evidence_text WHERE rowid IN (${numbersOf})`)
  const unindexChunks = db.prepare<[string]>(removeChunksSql(numbersOf))
  const remove = db.prepare<[string]>('DELETE FROM sessions WHERE id = ?')

  const get = (id: string): View['session'] => {
    const session = select.get(id)
    if (!session) throw new AircoderError('NO_SUCH_SESSION', { id })
    // An older version stored what a server claimed.
    return { ...session, windowTokens: plausibleWindow(session.windowTokens) }
  }
  const find = (idPrefix: string): SessionRow => {
    const found = named.all({ prefix: idPrefix }).map(toSessionRow)
    const [session] = found.filter(({ id }) => id === idPrefix).concat(found)
    if (!session) throw new AircoderError('NO_SUCH_SESSION', { id: idPrefix })
    if (found.length > 1 && session.id !== idPrefix) {
      const reason = `${found.length} sessions begin with ${idPrefix}. Pass more characters of the id; \`aircoder sessions\` lists them.`
      throw new AircoderError('USAGE', { reason })
    }
    return session
  }
  const owner = db
    .prepare<[string], number | null>('SELECT owner_pid FROM sessions WHERE id = ?')
    .pluck()
  const setOwner = db.prepare<[number, string]>('UPDATE sessions SET owner_pid = ? WHERE id = ?')
  const usedBy = (id: string): string | null =>
    sessions.isElsewhere(id) ? `process ${owner.get(id) ?? 'unknown'}` : null
  const refuseUsed = (id: string, isUsed: boolean): void => {
    if (!isUsed) return
    throw new AircoderError('SESSION_IN_USE', { id, owner: usedBy(id) ?? 'process unknown' })
  }
  const set = (id: string, change: SessionChange): void => {
    const title = change.title === undefined ? {} : { title: toTitle(change.title) }
    const made = { ...get(id), ...change, ...title }
    update.run({ ...made, windowTokens: plausibleWindow(made.windowTokens) })
  }
  const sign = write((id: string) => void setOwner.run(process.pid, id))
  const removeAll = write((ids: string[]): void => {
    for (const id of ids) {
      remember.run(id)
      unindex.run(id)
      unindexChunks.run(id)
      remove.run(id)
    }
    if (ids.length > 0) blobs.sweep()
  })

  return {
    create: write(({ parentId, title, ...session }: SessionDraft) => {
      const id = makeId('s')
      const row = { ...session, parentId: parentId ?? null, title: toTitle(title) }
      insert.run({ ...row, id, nowMs: clock.now() })
      return id
    }),
    update: write(set),
    set,
    get,
    list: (limit = -1) => list.all(limit, 0).map(toSessionRow),
    find,
    claim(id) {
      const isSigned = owner.get(get(id).id) === process.pid
      const isNew = !sessions.isMine(id)
      refuseUsed(id, !sessions.claim(id))
      if (!isSigned) sign(id)
      return isNew
    },
    usedBy,
    remove(idPrefix) {
      const { id } = find(idPrefix)
      refuseUsed(id, usedBy(id) !== null)
      removeAll([id])
    },
    prune(keep = LIMITS.keptSessions) {
      assert(keep >= 0, 'a prune keeps a number of sessions')
      const old = list.all(-1, keep)
      const done = old.filter(({ id, unfinished }) => unfinished === 0 && usedBy(id) === null)
      removeAll(done.map(({ id }) => id))
      return done.length
    },
  }
}

interface ListedRow extends Omit<SessionRow, 'given' | 'hasPrompt'> {
  given: string | null
  hasPrompt: number
}

function toSessionRow(row: ListedRow): SessionRow {
  const given = row.given === null ? null : JSON.parse(row.given)
  return { ...row, given, hasPrompt: row.hasPrompt === 1 }
}

/** One line, cut between characters. */
export function toTitle(title: string): string {
  const line = redact(title).replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= LIMITS.titleChars) return line
  return `${characters.slice(0, LIMITS.titleChars - 1).join('')}…`
}
