import { isUtf8 } from 'node:buffer'
import type Database from 'better-sqlite3'
import type { Reply } from '#core'
import { openReader } from '../database/open_reader.js'
import { canonicalJson, sha256 } from '../values/hash.js'
import { mapStrings } from '../values/redact_deep.js'
import { createNames, type Names, normaliseOutput, withoutTimes } from './names.js'

interface TaskLine {
  id: string
  cwd: string
  text: string
  status: string
  endText: string
  cites: string
  cursor: number
}

interface NodeLine {
  number: number
  parent: number | null
  cites: string
}

interface EvidenceLine {
  number: number
  facts: string
  hash: string
  bytes: number
  /** The payload of a process, null for other kinds. */
  output: Buffer | null
}

/**
 * The record as text that is the same for two equal runs, killed or not: tasks, plan, revisions, episodes,
 * evidence. It leaves out everything that depends on clocks, machine, token counts or kills.
 */
export function* canonicalLines(path: string, taskId: string | null = null): Generator<string> {
  const db = openReader(path)
  try {
    db.exec('BEGIN')
    const tasks = db
      .prepare<[{ taskId: string | null }], TaskLine>(`
        SELECT tasks.id, cwd, text, status, end_text AS endText, cites, cursor
        FROM tasks JOIN sessions ON sessions.id = session_id
        WHERE @taskId IS NULL OR tasks.id = @taskId ORDER BY tasks.number`)
      .all({ taskId })
    const ids = tasks.map(({ id }) => id)
    const names = createNames(db, ids)
    for (const task of tasks)
      for (const line of linesOf(db, task, names))
        yield canonicalJson({ task: names.task(task.id), ...line })
  } finally {
    db.close()
  }
}

function* linesOf(db: Database.Database, task: TaskLine, names: Names): Generator<object> {
  const { cursor, status, text, endText } = task
  const said = names.inside({ text, end: endText, cites: JSON.parse(task.cites) })
  yield { type: 'task', cursor, status, ...said }
  yield* nodeLines(db, task, names)
  yield* revisionLines(db, task, names)
  yield* episodeLines(db, task, names)
  yield* evidenceLines(db, task, names)
}

function* nodeLines(db: Database.Database, { id }: TaskLine, names: Names): Generator<object> {
  const select = db.prepare<[string], NodeLine>(`
    SELECT number, parent_number AS parent, kind, ordinal, text, status, summary, cites
    FROM plan_nodes WHERE task_id = ? ORDER BY number`)
  for (const { number, parent, cites, ...row } of select.iterate(id)) {
    const said = names.inside({ ...row, cites: JSON.parse(cites) })
    const place = { node: names.node(number), parent: parent === null ? null : names.node(parent) }
    yield { type: 'node', ...place, ...said }
  }
}

function* revisionLines(db: Database.Database, { id }: TaskLine, names: Names): Generator<object> {
  const select = db.prepare<[string], { step: number; state: string; narrative: string }>(`
    SELECT step, state, narrative FROM plan_revisions WHERE task_id = ? ORDER BY number`)
  for (const { step, state, narrative } of select.iterate(id))
    yield { type: 'revision', step, ...names.inside({ state: JSON.parse(state), narrative }) }
}

function* episodeLines(db: Database.Database, { id }: TaskLine, names: Names): Generator<object> {
  const select = db.prepare<[string], { step: number; node: string; reply: string }>(
    'SELECT step, node_id AS node, reply FROM episodes WHERE task_id = ? ORDER BY step',
  )
  for (const { step, node, reply } of select.iterate(id)) {
    const { text, reasoning, calls, problem }: Reply = JSON.parse(reply)
    // Servers choose the ids of calls at random; the place of a call identifies it.
    const named = calls.map((call) => ({ name: call.name, arguments: call.arguments }))
    const said = names.inside({ node, text, reasoning, calls: named })
    yield { type: 'episode', step, ...said, problem: problem?.code ?? null }
  }
}

function* evidenceLines(db: Database.Database, task: TaskLine, names: Names): Generator<object> {
  const select = db.prepare<[string], EvidenceLine>(`
    SELECT number, step, kind, subject, summary, facts, payload_hash AS hash,
      payload_bytes AS bytes,
      CASE WHEN kind IN ('test_result', 'shell_output') THEN blobs.bytes END AS output
    FROM evidence JOIN blobs ON hash = payload_hash WHERE task_id = ? ORDER BY number`)
  for (const { number, facts, hash, bytes, output, ...row } of select.iterate(task.id)) {
    const said = names.inside({ ...row, facts: withoutTimes(JSON.parse(facts)) })
    const line = { type: 'evidence', id: names.evidence(number), ...said, sha256: hash, bytes }
    yield output === null ? line : normaliseEvidence(line, output, task.cwd)
  }
}

/** The output of a process contains times, so it is normalised before it is counted and hashed. */
function normaliseEvidence(line: object, output: Buffer, cwd: string): object {
  const normal = mapStrings(line, (text) => normaliseOutput(text, cwd)) as object
  if (!isUtf8(output)) return normal
  const text = normaliseOutput(output.toString('utf8'), cwd)
  return { ...normal, sha256: sha256(text), bytes: Buffer.byteLength(text) }
}
