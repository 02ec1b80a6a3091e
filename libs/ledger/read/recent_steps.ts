import type { Store } from '../database/store.js'
import type { CallQuery, MadeCall, StepDigest } from '../types/view.js'

interface StepRow extends Omit<StepDigest, 'calls' | 'nudged' | 'route'> {
  nudged: number
  calls: string
  route: string | null
}

interface MadeRow extends Pick<MadeCall, 'step' | 'denied' | 'mark' | 'origin'> {
  tool: string
  ok: number
  arguments: string | null
}

interface MadeQuery {
  taskId: string
  steps: number
  tools: string | null
  most: number
}

export interface RecentSteps {
  ofSession(sessionId: string, limit: number): StepDigest[]
  ofTask(taskId: string, limit: number): StepDigest[]
  /** Oldest first. */
  callsOf(taskId: string, query: CallQuery): MadeCall[]
  /** Tools besides the known ones that the model called with success in the newest steps. */
  toolsOf(taskId: string, steps: number, known: readonly string[]): string[]
}

/** Rows of the newest steps of one task: found by the index alone, so a long task costs what a short one does. */
const NEWEST_OF_TASK = `
  SELECT its.rowid FROM episodes AS its WHERE its.task_id = @taskId ORDER BY its.step DESC LIMIT @limit`
/** The same over all tasks of a session: an older task may have the newest steps. */
const NEWEST_OF_SESSION = `
  SELECT found.rowid FROM tasks CROSS JOIN episodes AS found
  WHERE tasks.session_id = @sessionId AND found.rowid IN (
    SELECT its.rowid FROM episodes AS its WHERE its.task_id = tasks.id
    ORDER BY its.step DESC LIMIT @limit)
  ORDER BY found.rowid DESC LIMIT @limit`

/** Reads calls and problems of the newest committed steps, newest first. */
export function createRecentSteps({ db }: Store): RecentSteps {
  const prepare = <Given extends object>(newest: string) =>
    db.prepare<[Given], StepRow>(`
    SELECT episodes.task_id AS taskId, episodes.step, problem, nudged, reply ->> '$.by' AS by,
      reply -> '$.route' AS route,
      (SELECT coalesce(json_group_array(json_object('tool', tool, 'ok', ok, 'denied', denied,
          'origin', reply ->> ('$.calls[' || ordinal || '].origin'),
          'argsHash', args_hash, 'outcomeHash', outcome_hash, 'mark', mark,
          'given', substr(reply -> ('$.calls[' || ordinal || '].arguments'), 1, 160))), '[]')
        FROM (SELECT * FROM calls WHERE calls.task_id = episodes.task_id
          AND calls.step = episodes.step ORDER BY ordinal)) AS calls
    FROM episodes WHERE episodes.rowid IN (${newest})
    ORDER BY episodes.rowid DESC`)
  const ofSession = prepare<{ sessionId: string; limit: number }>(NEWEST_OF_SESSION)
  const ofTask = prepare<{ taskId: string; limit: number }>(NEWEST_OF_TASK)
  // The names come from the index alone. Only for those that are not known the replies are read.
  const tools = db
    .prepare<[{ taskId: string; steps: number; known: string }], string>(`
      SELECT DISTINCT tool FROM calls
      WHERE task_id = @taskId AND step > (SELECT cursor FROM tasks WHERE id = @taskId) - @steps
        AND ok = 1 AND tool NOT IN (SELECT value FROM json_each(@known))
        AND (SELECT reply ->> ('$.calls[' || ordinal || '].origin') FROM episodes
          WHERE episodes.task_id = calls.task_id AND episodes.step = calls.step) IS NULL
      ORDER BY tool`)
    .pluck()
  const made = db.prepare<[MadeQuery], MadeRow>(`
    SELECT calls.step, tool, ok, denied, mark,
      reply ->> ('$.calls[' || ordinal || '].origin') AS origin,
      reply -> ('$.calls[' || ordinal || '].arguments') AS arguments
    FROM calls JOIN episodes ON episodes.task_id = calls.task_id AND episodes.step = calls.step
    WHERE calls.task_id = @taskId
      AND calls.step > (SELECT cursor FROM tasks WHERE id = @taskId) - @steps
      AND (@tools IS NULL OR tool IN (SELECT value FROM json_each(@tools)))
      AND ok <= @most
    ORDER BY calls.step, ordinal`)
  return {
    callsOf(taskId, { steps, tools, failed }) {
      const wanted = tools === undefined ? null : JSON.stringify(tools)
      return made.all({ taskId, steps, tools: wanted, most: failed ? 0 : 1 }).map(toMadeCall)
    },
    toolsOf: (taskId, steps, known) => tools.all({ taskId, steps, known: JSON.stringify(known) }),
    ofSession: (sessionId, limit) => ofSession.all({ sessionId, limit }).map(toDigest),
    ofTask: (taskId, limit) => ofTask.all({ taskId, limit }).map(toDigest),
  }
}

function toMadeCall({ tool: name, ok, arguments: given, ...row }: MadeRow): MadeCall {
  return { ...row, ok: ok === 1, call: { name, arguments: JSON.parse(given ?? '{}') } }
}

function toDigest({ nudged, calls, route, ...row }: StepRow): StepDigest {
  const made: (Omit<StepDigest['calls'][number], 'ok'> & { ok: number })[] = JSON.parse(calls)
  return {
    ...row,
    route: route === null ? null : JSON.parse(route),
    nudged: nudged === 1,
    calls: made.map((call) => ({ ...call, ok: call.ok === 1 })),
  }
}
