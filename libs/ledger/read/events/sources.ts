import type { EventActor, EventOutcome, EventType, LedgerEvent } from '#core'

type Row = Record<string, string | number | null>

/** How the rows of one table are read as events. */
interface Source {
  /** Without WHERE and ORDER; the condition is added behind it. */
  select: string
  /** Condition for the rows of one task; `@taskId`. */
  ofTask: string
  /** Condition for one row; the parts of its id are `@taskId`, `@step`, `@ordinal` or `@number`. */
  one: string
  newest: string
  read(row: Row): LedgerEvent
}

/** Readers of the kinds of events. Columns of the same name mean the same everywhere. */
export const SOURCES: Record<EventType, Source> = {
  run: {
    select: `SELECT id, session_id, text, status, proven, end_text, created_ms, ended_ms FROM tasks`,
    ofTask: 'id = @taskId',
    one: 'id = @taskId',
    newest: 'number DESC',
    read: ({ id, session_id, text, status, proven, end_text, created_ms, ended_ms }) => ({
      id: String(id),
      type: 'run',
      actor: 'user',
      outcome: outcomeOfRun(String(status), proven === 1),
      parent: String(session_id),
      atMs: Number(created_ms),
      durationMs: ended_ms === null ? null : Number(ended_ms) - Number(created_ms),
      summary: `${status}: ${text}`,
      payload: [text, end_text].filter(Boolean).join('\n\n'),
    }),
  },
  step: {
    select: `
      SELECT episodes.task_id, episodes.step, node_id, reply, problem, committed_ms, tasks.created_ms,
        (SELECT before.committed_ms FROM episodes AS before
          WHERE before.task_id = episodes.task_id AND before.step = episodes.step - 1) AS before_ms,
        (SELECT count(*) FROM calls WHERE calls.task_id = episodes.task_id
          AND calls.step = episodes.step) AS made,
        (SELECT coalesce(sum(ok), 0) FROM calls WHERE calls.task_id = episodes.task_id
          AND calls.step = episodes.step) AS good
      FROM episodes JOIN tasks ON tasks.id = episodes.task_id`,
    ofTask: 'episodes.task_id = @taskId',
    one: 'episodes.task_id = @taskId AND episodes.step = @step',
    newest: 'episodes.rowid DESC',
    read: ({ task_id, step, node_id, reply, problem, made, good, ...at }) => ({
      id: `${task_id}.${step}`,
      type: 'step',
      actor: 'agent',
      outcome: problem !== null ? 'failure' : outcomeOfCalls(Number(made), Number(good)),
      parent: String(node_id),
      atMs: Number(at.committed_ms),
      durationMs: Number(at.committed_ms) - Number(at.before_ms ?? at.created_ms),
      summary: problem === null ? saidIn(String(reply), Number(made)) : `${problem}`,
      payload: String(reply),
    }),
  },
  call: {
    select: `
      SELECT calls.task_id, calls.step, ordinal, tool, ok, denied, mark, took_ms, committed_ms,
        reply -> ('$.calls[' || ordinal || '].arguments') AS given,
        reply ->> ('$.calls[' || ordinal || '].origin') AS origin
      FROM calls JOIN episodes ON episodes.task_id = calls.task_id AND episodes.step = calls.step`,
    ofTask: 'calls.task_id = @taskId',
    one: 'calls.task_id = @taskId AND calls.step = @step AND ordinal = @ordinal',
    newest: 'episodes.rowid DESC, ordinal DESC',
    read: ({ task_id, step, ordinal, tool, ok, denied, mark, took_ms, given, origin, ...at }) => ({
      id: `${task_id}.${step}.${Number(ordinal) + 1}`,
      type: 'call',
      actor: origin === 'program' ? 'system' : 'agent',
      outcome: mark === 'waiting' ? 'partial' : ok === 1 ? 'success' : 'failure',
      parent: `${task_id}.${step}`,
      atMs: Number(at.committed_ms),
      durationMs: took_ms === null ? null : Number(took_ms),
      summary: [tool, denied === null ? mark : `denied by ${denied}`, given]
        .filter((part) => part !== null)
        .join(' '),
      payload: String(given ?? ''),
    }),
  },
  authorisation: {
    select: `
      SELECT number, task_id, step, tool, what, decision, reason, rule, mode, pattern, revoked_ms,
        created_ms
      FROM permissions`,
    ofTask: 'task_id = @taskId',
    one: 'number = @number',
    newest: 'number DESC',
    read: ({ number, task_id, step, created_ms, ...row }) => ({
      id: `a${number}`,
      type: 'authorisation',
      actor: 'user',
      outcome: row.decision === 'no' ? 'failure' : 'success',
      parent: `${task_id}.${step}`,
      atMs: Number(created_ms),
      durationMs: null,
      summary: `${row.decision} to ${row.tool}: ${row.what}`,
      payload: JSON.stringify(row),
    }),
  },
  evidence: {
    select: `
      SELECT evidence.number, evidence.task_id, evidence.step, kind, subject, summary, facts, passed,
        committed_ms,
        (SELECT CAST(substr(bytes, 1, @bytes) AS TEXT) FROM blobs WHERE hash = payload_hash) AS payload,
        EXISTS (SELECT 1 FROM json_each(reply, '$.calls') AS made
          WHERE made.value ->> '$.origin' = 'program'
          AND made.value ->> '$.arguments.command' = facts ->> '$.command') AS checked
      FROM evidence LEFT JOIN episodes
        ON episodes.task_id = evidence.task_id AND episodes.step = evidence.step`,
    ofTask: 'evidence.task_id = @taskId',
    one: 'evidence.number = @number',
    newest: 'evidence.number DESC',
    read: ({ number, task_id, step, kind, subject, summary, facts, passed, payload, ...row }) => {
      const known = JSON.parse(String(facts)) as Record<string, unknown>
      return {
        id: `e${number}`,
        type: 'evidence',
        actor: row.checked === 1 ? 'system' : actorOf(String(kind), known),
        outcome: outcomeOfEvidence(String(kind), passed, known),
        parent: `${task_id}.${step}`,
        atMs: row.committed_ms === null ? null : Number(row.committed_ms),
        durationMs: null,
        summary: `${kind} ${subject}: ${summary}`,
        payload: String(payload ?? ''),
      }
    },
  },
}

/** What is above a run, for the walk up only. */
export const ABOVE: Record<'plan' | 'session', Pick<Source, 'select' | 'one' | 'read'>> = {
  plan: {
    select: 'SELECT number, task_id, parent_number, kind, text, status, summary FROM plan_nodes',
    one: 'number = @number',
    read: ({ number, task_id, parent_number, kind, text, status, summary }) => ({
      id: `n${number}`,
      type: 'plan',
      // The root is the task itself, in the words of the user.
      actor: parent_number === null ? 'user' : 'agent',
      outcome: status === 'resolved' ? 'success' : 'partial',
      parent: parent_number === null ? String(task_id) : `n${parent_number}`,
      atMs: null,
      durationMs: null,
      summary: `${kind}: ${text}`,
      payload: String(summary),
    }),
  },
  session: {
    select: `
      SELECT id, title, created_ms, (SELECT count(*) FROM tasks WHERE session_id = sessions.id) AS made,
        (SELECT count(*) FROM tasks WHERE session_id = sessions.id AND status = 'resolved') AS good
      FROM sessions`,
    one: 'id = @taskId',
    read: ({ id, title, created_ms, made, good }) => ({
      id: String(id),
      type: 'session',
      actor: 'user',
      outcome: outcomeOfCalls(Number(made), Number(good)),
      parent: null,
      atMs: Number(created_ms),
      durationMs: null,
      summary: String(title),
      payload: '',
    }),
  },
}

const FINISHED: Record<string, EventOutcome> = {
  resolved: 'success',
  failed: 'failure',
  stalled: 'failure',
  denied: 'failure',
  unproven: 'failure',
}

/** Resolved without proof is a part of it; an open, interrupted or limited run can go on. */
function outcomeOfRun(status: string, proven: boolean): EventOutcome {
  const outcome = FINISHED[status] ?? 'partial'
  return outcome === 'success' && !proven ? 'partial' : outcome
}

function outcomeOfCalls(made: number, good: number): EventOutcome {
  if (good === made) return 'success'
  return good === 0 ? 'failure' : 'partial'
}

function outcomeOfEvidence(
  kind: string,
  passed: unknown,
  { exitCode, interrupted }: Record<string, unknown>,
): EventOutcome {
  if (kind === 'diagnostic' || passed === 0) return 'failure'
  if (interrupted === true || (kind === 'test_result' && passed === null)) return 'partial'
  return typeof exitCode === 'number' && exitCode !== 0 ? 'failure' : 'success'
}

/** Diagnostics are written by the program; a decision by its author; all else by what the model called. */
function actorOf(kind: string, { author }: Record<string, unknown>): EventActor {
  if (author === 'user') return 'user'
  return kind === 'diagnostic' ? 'system' : 'agent'
}

function saidIn(reply: string, calls: number): string {
  const { text = '' } = JSON.parse(reply) as { text?: string }
  const said = text.trim()
  if (calls === 0) return said || 'an empty reply'
  return said === '' ? `calls: ${calls}` : `calls: ${calls}, ${said}`
}
