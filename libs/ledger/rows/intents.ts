import assert from 'node:assert/strict'
import { LIMITS, type Outcome, plausibleCount, type Reply, redact, type ToolCall } from '#core'
import type { Store } from '../database/store.js'
import type { KeptChange } from '../types/restores.js'
import type {
  IntentDraft,
  IntentFile,
  OpenIntent,
  PendingStep,
  RunningCommand,
} from '../types/steps.js'
import { redactDeep } from '../values/redact_deep.js'
import { readStoredReply } from '../values/stored_reply.js'
import type { Blobs } from './blobs.js'
import type { OutcomeRows, OutcomeText } from './outcomes.js'
import type { TaskRows } from './tasks.js'

export interface Intents {
  intend(draft: IntentDraft): string
  spawned(intentId: string, pid: number, startTime: string): void
  progress(intentId: string, output: string): void
  settle(intentId: string, outcome: Outcome, inBackground?: boolean): void
  running(): RunningCommand[]
  ended(intentId: string): void
  keepChanges(intentId: string, changes: readonly KeptChange[]): void
  /** The step that was decided and not committed; null when there is none. */
  pending(taskId: string, step: number): PendingStep | null
  /** Ends the step's pending state, keeping its intents for the audit; part of a commit. */
  close(taskId: string, step: number): void
}

interface IntentRow extends Omit<OpenIntent, 'call' | 'files' | 'outcome' | 'gate'> {
  tool: string
  /** The arguments as JSON, redacted. */
  given: string
  expected: string | null
  /** Null in rows of older versions. */
  rule: string | null
  asked: number | null
}

/** In place of a decision that cannot be read. */
const NO_REPLY: Reply = {
  text: '',
  reasoning: '',
  calls: [],
  problem: null,
  finishReason: null,
  usage: null,
}

/** The call of an intent whose decision is lost. Its arguments are redacted, so it is never run again. */
function callOf({ ordinal }: { ordinal: number }, name: string, given: string): ToolCall {
  let read: unknown
  try {
    read = JSON.parse(given)
  } catch {
    read = null
  }
  const args = typeof read === 'object' && read !== null ? { ...read } : {}
  return { id: `lost_${ordinal + 1}`, name, arguments: args }
}

export function createIntents(
  { db, clock, makeId, sessions, write }: Store,
  {
    blobs,
    text,
    outcomes,
    tasks,
  }: { blobs: Blobs; text: OutcomeText; outcomes: OutcomeRows; tasks: TaskRows },
): Intents {
  const insertDecision = db.prepare<[string, number, string, number]>(`
    INSERT INTO decisions (task_id, step, reply, estimated_tokens) VALUES (?, ?, ?, ?)
    ON CONFLICT DO NOTHING`)
  const decision = db.prepare<[string, number], { reply: string; estimatedTokens: number }>(`
    SELECT reply, estimated_tokens AS estimatedTokens FROM decisions
    WHERE task_id = ? AND step = ?`)
  const dropDecision = db.prepare<[string, number]>(
    'DELETE FROM decisions WHERE task_id = ? AND step = ?',
  )
  const replace = db.prepare<[string, number, number]>(`
    UPDATE intents SET status = 'replaced', expected = NULL
    WHERE task_id = ? AND step = ? AND ordinal = ? AND status = 'open'`)
  const insert = db.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO intents
      (id, task_id, step, ordinal, tool, arguments, effect, status, expected, created_ms, rule, asked)
    VALUES
      (@id, @taskId, @step, @ordinal, @tool, @arguments, @effect, 'open', @expected, @nowMs, @rule,
       @asked)`)
  const insertFile = db.prepare<[string, number, string, string | null, string | null, number]>(`
    INSERT INTO intent_files (intent_id, ordinal, path, before_hash, after_hash, file_mode)
    VALUES (?, ?, ?, ?, ?, ?)`)
  const insertKept = db.prepare<
    [string, number, string, string | null, string | null, number, number]
  >(`
    INSERT INTO intent_files
      (intent_id, ordinal, path, before_hash, after_hash, file_mode, before_mode)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const dropKept = db.prepare<[string]>('DELETE FROM intent_files WHERE intent_id = ?')
  const setProcess = db.prepare<[number, string, string]>(
    "UPDATE intents SET pid = ?, start_time = ? WHERE id = ? AND status = 'open'",
  )
  const setOutput = db.prepare<[string, string]>(
    "UPDATE intents SET output = ? WHERE id = ? AND status = 'open'",
  )
  const settle = db.prepare<[number, string], { taskId: string; step: number; ordinal: number }>(`
    UPDATE intents SET status = 'settled', expected = NULL, pid = CASE WHEN ? THEN pid END
    WHERE id = ? AND status IN ('open', 'settled')
    RETURNING task_id AS taskId, step, ordinal`)
  // The plus sign keeps SQLite from reading the whole table in the order of its rows.
  const running = db.prepare<[], RunningCommand & { sessionId: string }>(`
    SELECT intents.id, pid, start_time AS startTime, session_id AS sessionId
    FROM intents JOIN tasks ON tasks.id = task_id
    WHERE pid IS NOT NULL AND intents.status IN ('settled', 'committed')
    ORDER BY +intents.rowid`)
  const ended = db.prepare<[string]>('UPDATE intents SET pid = NULL WHERE id = ?')
  const open = db.prepare<[string, number], IntentRow>(`
    SELECT id, ordinal, tool, arguments AS given, effect, expected, pid, start_time AS startTime, output, rule, asked
    FROM intents
    WHERE task_id = ? AND step = ? AND status = 'open' ORDER BY ordinal`)
  const files = db.prepare<[string], IntentFile>(`
    SELECT path, before_hash AS beforeHash, after_hash AS afterHash, file_mode AS fileMode
    FROM intent_files WHERE intent_id = ? ORDER BY ordinal`)
  const close = db.prepare<[string, number]>(`
    UPDATE intents SET status = 'committed', expected = NULL
    WHERE task_id = ? AND step = ? AND status IN ('open', 'settled')`)

  const image = (bytes: Buffer | null) => (bytes === null ? null : blobs.put(bytes, 'image'))

  const intend = write((draft: IntentDraft): string => {
    const { taskId, step, ordinal, call, effect, reply } = draft
    assert.equal(step, tasks.open(taskId).cursor + 1, 'an intent belongs to the next step')
    assert.equal(reply.calls[ordinal]?.id, call.id, 'an intent belongs to a call of its reply')
    // Not redacted, because its calls may still have to run; the commit deletes it.
    insertDecision.run(taskId, step, JSON.stringify(reply), draft.estimatedTokens)
    for (const settled of draft.settled) outcomes.put(taskId, step, settled)
    replace.run(taskId, step, ordinal)
    const id = makeId('i')
    insert.run({
      id,
      taskId,
      step,
      ordinal,
      tool: call.name,
      arguments: JSON.stringify(redactDeep(call.arguments)),
      effect,
      expected: draft.outcome && text.write(draft.outcome),
      nowMs: clock.now(),
      rule: draft.gate?.rule ?? null,
      asked: Number(draft.gate?.asked ?? false),
    })
    for (const [index, edit] of draft.edits.entries())
      insertFile.run(id, index, edit.path, image(edit.before), image(edit.after), edit.fileMode)
    return id
  })

  const settleOnce = write((intentId: string, outcome: Outcome, inBackground = false): void => {
    const intent = settle.get(Number(inBackground), intentId)
    assert(intent, `there is no intent ${intentId} in an open step`)
    const { taskId, step, ordinal } = intent
    outcomes.put(taskId, step, { ordinal, outcome })
  })

  return {
    intend,
    spawned: write((intentId, pid, startTime) => void setProcess.run(pid, startTime, intentId)),
    progress: write((intentId, output) => {
      setOutput.run(redact(output.slice(-LIMITS.partialOutputChars)), intentId)
    }),
    settle: settleOnce,
    running: () =>
      running
        .all()
        .filter(({ sessionId }) => !sessions.isElsewhere(sessionId))
        .map(({ sessionId: _, ...command }) => command),
    ended: write((intentId) => void ended.run(intentId)),
    keepChanges: write((intentId: string, changes: readonly KeptChange[]): void => {
      // A recovery that was killed has stored them before.
      dropKept.run(intentId)
      for (const [at, { path, before, after, fileMode, modeBefore }] of changes.entries())
        insertKept.run(intentId, at, path, image(before), image(after), fileMode, modeBefore)
    }),
    pending(taskId, step) {
      const decided = decision.get(taskId, step)
      if (!decided) return null
      const reply = readStoredReply(decided.reply)
      let damage = reply === null ? 'it is not a reply' : null
      const intents = open
        .all(taskId, step)
        .map(({ expected, rule, asked, tool, given, ...row }): OpenIntent => {
          const call = reply?.calls[row.ordinal]
          if (call === undefined) damage ??= `intent ${row.id} belongs to no call`
          return {
            ...row,
            call: call ?? callOf(row, tool, given),
            files: files.all(row.id),
            outcome: expected ? text.tryRead(expected) : null,
            gate: { rule: rule ?? 'unknown', asked: asked === 1 },
          }
        })
      const estimatedTokens = plausibleCount(decided.estimatedTokens)
      const settled = outcomes.list(taskId, step)
      if (settled.some(({ ordinal }) => reply?.calls[ordinal] === undefined))
        damage ??= 'an outcome belongs to no call'
      return { step, reply: reply ?? NO_REPLY, damage, estimatedTokens, outcomes: settled, intents }
    },
    close(taskId, step) {
      close.run(taskId, step)
      outcomes.drop(taskId, step)
      dropDecision.run(taskId, step)
    },
  }
}
