import assert from 'node:assert/strict'
import {
  AircoderError,
  type Json,
  type Message,
  parseEvidenceId,
  redact,
  type TaskStatus,
  type Usage,
} from '#core'
import type { Store } from '../database/store.js'
import type { GenerationDraft } from '../types/prompt.js'
import type { Counts, TaskDraft, TaskEnd, TaskFilter, TaskRow, Work } from '../types/sessions.js'
import { redactDeep } from '../values/redact_deep.js'
import { sumOf } from '../values/sum_of.js'
import type { PlanRows } from './plan.js'
import type { PromptRows } from './prompt.js'
import { createSeals } from './seals.js'
import type { WaitingLines } from './waiting_lines.js'

/** Newest steps that `workUpTo` reads: 33 a minute for an hour. */
const WORK_STEPS = 2_000

/** A task for the other parts of the ledger. */
export interface TaskState {
  number: number
  id: string
  sessionId: string
  text: string
  status: TaskStatus
  cursor: number
  startSeq: number
  freshStep: number
}

export interface TaskRows {
  create(task: TaskDraft): string
  /** @throws NO_SUCH_ROW */
  get(taskId: string): TaskState
  /** The same, but asserts that the task is open: an ended task must be reopened before a change. */
  open(taskId: string): TaskState
  list(filter?: TaskFilter): TaskRow[]
  say(taskId: string, message: Message): void
  newGeneration(taskId: string, draft: GenerationDraft): void
  moveCursor(taskId: string, step: number): void
  /** Part of a commit; `finish` is the same in a transaction of its own. */
  end(taskId: string, end: TaskEnd): void
  finish(taskId: string, end: TaskEnd): void
  restate(taskId: string, end: Pick<TaskEnd, 'text' | 'proven'>): void
  reopen(taskId: string): void
  give(taskId: string, given: Json): void
  /** Asserts that every cited row exists. */
  checkCites(cites: string[]): void
  counts(taskId: string): Counts
  usedSteps(taskId: string, afterStep: number): number
  workUpTo(taskId: string, step: number, spanMs: number): Work
  usage(taskId: string): Usage
}

interface ListedRow extends Omit<TaskRow, 'cites' | 'proven' | 'doubt' | 'given' | 'isRewound'> {
  isRewound: number
  cites: string
  proven: number
  doubt: string | null
  given: string | null
}

export function createTaskRows(
  { db, clock, makeId, write }: Store,
  { plan, prompt, waiting }: { plan: PlanRows; prompt: PromptRows; waiting: WaitingLines },
): TaskRows {
  const insert = db.prepare<[string, string, string, number, number, string | null]>(`
    INSERT INTO tasks (id, session_id, text, status, start_seq, created_ms, given)
    VALUES (?, ?, ?, 'open', ?, ?, ?)`)
  const select = db.prepare<[string], TaskState>(`
    SELECT number, id, session_id AS sessionId, text, status, cursor, start_seq AS startSeq,
      fresh_step AS freshStep
    FROM tasks WHERE id = ?`)
  const list = db.prepare<
    [{ sessionId: string | null; status: string | null; inConversation: number }],
    ListedRow
  >(`
    SELECT id, session_id AS sessionId, text, status, cursor AS steps, end_text AS endText, cites,
      proven, doubt, given, created_ms AS createdMs, ended_ms AS endedMs,
      rewind IS NOT NULL AS isRewound
    FROM tasks
    WHERE (@sessionId IS NULL OR session_id = @sessionId)
      AND (@status IS NULL OR status IN (SELECT value FROM json_each(@status)))
      AND (@inConversation = 0 OR rewind IS NULL)
    ORDER BY number DESC`)
  const moveCursor = db.prepare<[number, string]>('UPDATE tasks SET cursor = ? WHERE id = ?')
  const end = db.prepare<[string, string, string, number, string | null, number | null, string]>(`
    UPDATE tasks SET status = ?, end_text = ?, cites = ?, proven = ?, doubt = ?, ended_ms = ?
    WHERE id = ?`)
  const restate = db.prepare<[string, number, string]>(`
    UPDATE tasks SET end_text = ?, proven = ?, doubt = NULL
    WHERE id = ? AND status = 'resolved'`)
  const refresh = db.prepare<[number, string]>('UPDATE tasks SET fresh_step = ? WHERE id = ?')
  const give = db.prepare<[string | null, string]>('UPDATE tasks SET given = ? WHERE id = ?')
  const isEvidence = db.prepare<[number], 1>('SELECT 1 FROM evidence WHERE number = ?').pluck()
  const seals = createSeals(db)
  const seal = db.prepare<[string, string]>('UPDATE tasks SET seal = ? WHERE id = ?')
  const counts = db.prepare<[{ id: string }], Counts>(`
    SELECT (SELECT count(*) FROM episodes WHERE task_id = @id) AS episodes,
      (SELECT count(*) FROM evidence WHERE task_id = @id) AS evidence,
      (SELECT count(*) FROM plan_nodes WHERE task_id = @id) AS planNodes,
      (SELECT coalesce(sum(payload_bytes), 0) FROM evidence WHERE task_id = @id) AS payloadBytes`)
  const used = db
    .prepare<[{ id: string; after: number }], number>(`
      SELECT (SELECT count(*) FROM calls WHERE task_id = @id AND step > @after)
        + (SELECT count(*) FROM episodes WHERE task_id = @id AND step > @after AND NOT EXISTS (
            SELECT 1 FROM calls
            WHERE calls.task_id = episodes.task_id AND calls.step = episodes.step))`)
    .pluck()
  const work = db.prepare<[{ id: string; step: number; spanMs: number; most: number }], Work>(`
    SELECT count(*) AS steps,
      coalesce(sum(prompt_tokens - reused_prefix_tokens + completion_tokens), 0) AS tokens
    FROM episodes
    WHERE task_id = @id AND step <= @step AND step > @step - @most AND committed_ms > (
      SELECT committed_ms FROM episodes WHERE task_id = @id AND step = @step) - @spanMs`)
  const usage = db.prepare<[string], Usage>(`
    SELECT ${sumOf('prompt_tokens')} AS promptTokens,
      ${sumOf('completion_tokens')} AS completionTokens,
      ${sumOf('reused_prefix_tokens')} AS reusedPrefixTokens
    FROM episodes WHERE task_id = ?`)

  const get = (taskId: string): TaskState => {
    const task = select.get(taskId)
    if (!task) throw new AircoderError('NO_SUCH_ROW', { id: taskId })
    return task
  }
  const open = (taskId: string): TaskState => {
    const task = get(taskId)
    assert.equal(task.status, 'open', `the task ${taskId} has ended`)
    return task
  }
  const checkCites = (cites: string[]) => {
    for (const cite of cites) {
      const number = parseEvidenceId(cite)
      assert(number !== null && isEvidence.get(number), `cites ${cite}, which is not evidence`)
    }
  }

  const endTask = (taskId: string, { status, text, cites, proven, doubt }: TaskEnd) => {
    open(taskId)
    checkCites(cites)
    const why = doubt === undefined || doubt === null ? null : redact(JSON.stringify(doubt))
    const cited = JSON.stringify(cites)
    end.run(status, redact(text), cited, Number(proven), why, clock.now(), taskId)
    seal.run(seals.ofTask(taskId), taskId)
  }
  const create = write((draft: TaskDraft): string => {
    const id = makeId('t')
    const text = redact(draft.text)
    const startSeq = prompt.nextSeq(draft.sessionId)
    insert.run(id, draft.sessionId, text, startSeq, clock.now(), toGiven(draft.given))
    plan.createRoot(id, text)
    seal.run(seals.ofTask(id), id)
    if (draft.message) prompt.append(draft.sessionId, id, 0, [draft.message])
    if (draft.waiting) waiting.put(draft.sessionId, draft.waiting)
    return id
  })
  const say = write((taskId: string, message: Message): void => {
    const { sessionId, cursor } = get(taskId)
    prompt.append(sessionId, taskId, cursor, [message])
  })
  const newGeneration = write((taskId: string, draft: GenerationDraft): void => {
    const { sessionId, cursor } = get(taskId)
    prompt.addGeneration(sessionId, taskId, cursor, draft)
  })

  return {
    create,
    get,
    open,
    list: ({ sessionId = null, status, inConversation = false } = {}) =>
      list
        .all({
          sessionId,
          status: status ? JSON.stringify(status) : null,
          inConversation: Number(inConversation),
        })
        .map(toTaskRow),
    say,
    newGeneration,
    moveCursor: (taskId, step) => void moveCursor.run(step, taskId),
    end: endTask,
    finish: write(endTask),
    restate: write((taskId: string, { text, proven }: Pick<TaskEnd, 'text' | 'proven'>) => {
      const { changes } = restate.run(redact(text), Number(proven), taskId)
      assert.equal(changes, 1, `the task ${taskId} is not resolved`)
      seal.run(seals.ofTask(taskId), taskId)
    }),
    reopen: write((taskId: string) => {
      refresh.run(get(taskId).cursor, taskId)
      end.run('open', '', '[]', 0, null, null, taskId)
      seal.run(seals.ofTask(taskId), taskId)
    }),
    give: write((taskId: string, given: Json) => void give.run(toGiven(given), taskId)),
    checkCites,
    counts: (taskId) => one(counts.get({ id: get(taskId).id })),
    usedSteps: (id, after) => one(used.get({ id, after })),
    workUpTo: (id, step, spanMs) => one(work.get({ id, step, spanMs, most: WORK_STEPS })),
    usage: (taskId) => one(usage.get(get(taskId).id)),
  }
}

function toTaskRow(row: ListedRow): TaskRow {
  const doubt = row.doubt === null ? null : JSON.parse(row.doubt)
  const given = row.given === null ? null : JSON.parse(row.given)
  const cites = JSON.parse(row.cites)
  return {
    ...row,
    cites,
    proven: row.proven === 1,
    doubt,
    given,
    isRewound: row.isRewound === 1,
  }
}

/** A glob with a redacted secret matches nothing, so the user is asked again. */
function toGiven(given: Json = null): string | null {
  return given === null ? null : JSON.stringify(redactDeep(given))
}

/** A query of sums without GROUP BY always has one row. */
function one<T>(row: T | undefined): T {
  assert(row !== undefined, 'the query returned no row')
  return row
}
