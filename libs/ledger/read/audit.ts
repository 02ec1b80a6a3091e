import type { Store } from '../database/store.js'
import type { AuditRow, AuditScope } from '../types/records.js'

/** Longer arguments are left out; their hash is enough to compare them. */
const ARGUMENT_CHARS = 2_000

interface StoredRow extends Omit<AuditRow, 'ok' | 'asked' | 'decision' | 'arguments'> {
  ok: number
  asked: number
  denied: string | null
  arguments: string | null
}

/** Reads the calls that reached the gate, for the audit log. */
export function createAuditRows({ db }: Store): (scope: AuditScope) => Iterable<AuditRow> {
  const prepare = <Given extends unknown[]>(where: string, order: string) =>
    db.prepare<Given, StoredRow>(`
      SELECT taskId, step, call, sessionId, committedMs, tool, rule, asked, denied, ok, tookMs,
        argsHash, CASE WHEN length(arguments) <= ${ARGUMENT_CHARS} THEN arguments END AS arguments
      FROM (
        SELECT calls.task_id AS taskId, calls.step, ordinal AS call, session_id AS sessionId,
          committed_ms AS committedMs, tool, rule, asked, denied, ok, took_ms AS tookMs,
          args_hash AS argsHash, reply -> ('$.calls[' || ordinal || '].arguments') AS arguments,
          episodes.rowid AS episode
        FROM calls
        JOIN episodes ON episodes.task_id = calls.task_id AND episodes.step = calls.step
        JOIN tasks ON tasks.id = calls.task_id
        WHERE rule IS NOT NULL ${where}
      ) ${order}`)
  const all = prepare<[]>('', 'ORDER BY episode, call')
  // Runs at every start, so it reads backwards from the newest episode instead of all rows.
  const newest = prepare<[]>(
    `AND episodes.rowid = (
      SELECT rowid FROM episodes AS last WHERE EXISTS (
        SELECT 1 FROM calls AS its
        WHERE its.task_id = last.task_id AND its.step = last.step AND its.rule IS NOT NULL)
      ORDER BY rowid DESC LIMIT 1)`,
    'ORDER BY call DESC LIMIT 1',
  )
  const ofStep = prepare<[string, number]>(
    'AND calls.task_id = ? AND calls.step = ?',
    'ORDER BY call',
  )
  const find = (scope: AuditScope) => {
    if (scope === 'newest') return newest.all()
    return scope === 'all' ? all.iterate() : ofStep.all(scope.taskId, scope.step)
  }
  return function* (scope) {
    for (const { ok, asked, denied, arguments: given, ...row } of find(scope))
      yield {
        ...row,
        ok: ok === 1,
        asked: asked === 1,
        decision: denied === null ? 'allow' : 'deny',
        arguments: given === null ? null : JSON.parse(given),
      }
  }
}
