import type { Store } from '../database/store.js'
import type { StepDigest } from '../types/view.js'

interface StepRow extends Omit<StepDigest, 'calls' | 'nudged'> {
  nudged: number
  calls: string
}

/** Reads calls and problems of the newest committed steps of a session, newest first. */
export function createRecentSteps({
  db,
}: Store): (sessionId: string, limit: number) => StepDigest[] {
  const select = db.prepare<[string, number], StepRow>(`
    SELECT episodes.task_id AS taskId, episodes.step, problem, nudged, reply ->> '$.by' AS by,
      (SELECT coalesce(json_group_array(json_object('tool', tool, 'ok', ok, 'denied', denied,
          'origin', reply ->> ('$.calls[' || ordinal || '].origin'),
          'path', coalesce(reply ->> ('$.calls[' || ordinal || '].arguments.path'),
            reply ->> ('$.calls[' || ordinal || '].arguments.edits[0].path')),
          'argsHash', args_hash, 'outcomeHash', outcome_hash,
          'given', substr(reply -> ('$.calls[' || ordinal || '].arguments'), 1, 160))), '[]')
        FROM (SELECT * FROM calls WHERE calls.task_id = episodes.task_id
          AND calls.step = episodes.step ORDER BY ordinal)) AS calls
    FROM episodes JOIN tasks ON tasks.id = episodes.task_id
    WHERE tasks.session_id = ?
    ORDER BY episodes.rowid DESC LIMIT ?`)
  return (sessionId, limit) =>
    select.all(sessionId, limit).map(({ nudged, calls, ...row }) => ({
      ...row,
      nudged: nudged === 1,
      calls: (
        JSON.parse(calls) as (Omit<StepDigest['calls'][number], 'ok'> & { ok: number })[]
      ).map((call) => ({ ...call, ok: call.ok === 1 })),
    }))
}
