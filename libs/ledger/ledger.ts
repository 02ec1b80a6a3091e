import { resolve } from 'node:path'
import Database from 'better-sqlite3'
import { AircoderError, createIds, systemClock } from '#core'
import { guarded, guardedLines } from './database/errors.js'
import { openReader } from './database/open_reader.js'
import { openWriter, type Writer } from './database/open_writer.js'
import { createSessionLocks } from './database/session_locks.js'
import { createWrite, type Store } from './database/store.js'
import { canonicalLines } from './export/canonical.js'
import { rowLines } from './export/rows.js'
import { createAuditRows } from './read/audit.js'
import { createEvents } from './read/events/find_events.js'
import { createModelUse } from './read/model_use.js'
import { createPromptAt } from './read/prompt_at.js'
import { createPromptCounts } from './read/prompt_counts.js'
import { createRecall } from './read/recall.js'
import { createRecentSteps } from './read/recent_steps.js'
import { createSearch } from './read/search.js'
import { runSql } from './read/sql.js'
import { createLastStep, createRebuilds, createStatements } from './read/statements.js'
import { createToolCounts } from './read/tool_counts.js'
import { transcriptOf } from './read/transcript.js'
import { createView } from './read/view.js'
import { createBlobs } from './rows/blobs.js'
import { createEvidenceRows } from './rows/evidence.js'
import { createForks } from './rows/forks.js'
import { createIntents } from './rows/intents.js'
import { createOutcomeRows, createOutcomeText } from './rows/outcomes.js'
import { createPlanRows } from './rows/plan.js'
import { createPromptRows } from './rows/prompt.js'
import { createEgressRows } from './rows/receipts/egress.js'
import { createGitCommitRows } from './rows/receipts/git_commits.js'
import { createPermissionRows } from './rows/receipts/permissions.js'
import { createSessions } from './rows/sessions.js'
import { createMicroRows } from './rows/side_questions.js'
import { createTaskRows } from './rows/tasks.js'
import { createRestores } from './rows/undo/restores.js'
import { createRewind } from './rows/undo/rewinds.js'
import { createWaitingLines } from './rows/waiting_lines.js'
import type { Ledger, OpenOptions } from './types/ledger.js'
import { quickCheck } from './verify/quick_check.js'
import { verifyLedger } from './verify/verify.js'
import { createCommit } from './write/commit.js'

/**
 * Opens the ledger file until `close`. Other processes may write too, each in its own sessions. Creates the file (0600, folder 0700) when it is missing.
 * @throws LEDGER_LOCKED, LEDGER_NEWER, LEDGER_UNREADABLE, LEDGER_UNWRITABLE or DISK_FULL; the file is then unchanged
 */
export function openLedger(options: OpenOptions): Ledger {
  const path = resolve(options.path)
  const clock = options.clock ?? systemClock
  const makeId = options.makeId ?? createIds(() => clock.now())
  return guarded(path, () => {
    const writer = options.readOnly ? openReadOnly(path) : openWriter(path, clock)
    const { db, around, sessions, release } = writer
    try {
      return assemble(
        path,
        { db, clock, makeId, sessions, write: createWrite(db, around) },
        release,
      )
    } catch (error) {
      release()
      throw toTableError(error, path)
    }
  })()
}

function openReadOnly(path: string): Writer {
  const db = openReader(path)
  const sessions = createSessionLocks(path)
  const around = { before: () => {}, after: () => {} }
  return { db, around, sessions, release: () => void db.close() }
}

/** Our statements fit the tables that the migrations create, so an SQL error means that the tables are damaged. */
function toTableError(error: unknown, path: string): unknown {
  if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_ERROR') return error
  return new AircoderError('LEDGER_UNREADABLE', { path, reason: error.message }, { cause: error })
}

function assemble(path: string, store: Store, release: () => void): Ledger {
  const blobs = createBlobs(store)
  const text = createOutcomeText(blobs)
  const outcomes = createOutcomeRows(store, text)
  const plan = createPlanRows(store)
  const prompt = createPromptRows(store)
  const evidence = createEvidenceRows(store, blobs)
  const sessions = createSessions(store, blobs)
  const waiting = createWaitingLines(store)
  const tasks = createTaskRows(store, { plan, prompt, waiting })
  const intents = createIntents(store, { blobs, text, outcomes, tasks })
  const { find, search } = createSearch(store)
  const egress = createEgressRows(store)
  const micro = createMicroRows(store)
  const restores = createRestores(store, { blobs, tasks, prompt })
  const forks = createForks(store, { tasks, prompt })
  const permissions = createPermissionRows(store)
  const gitCommits = createGitCommitRows(store)
  const events = createEvents(store)
  const steps = createRecentSteps(store)
  const parts = { sessions, tasks, evidence, plan, prompt, intents, waiting }

  return {
    path,
    createSession: guarded(path, sessions.create),
    updateSession: guarded(path, sessions.update),
    forkSession: guarded(path, forks.fork),
    carriedWords: guarded(path, forks.words),
    carriedTasks: guarded(path, forks.tasks),
    rewind: guarded(path, createRewind(store, { tasks, prompt, restores })),
    sessions: guarded(path, sessions.list),
    session: guarded(path, sessions.find),
    claimSession: guarded(path, (id) => {
      const isNew = sessions.claim(id)
      const found = isNew ? quickCheck(store.db, path, id) : []
      if (found.length > 0) throw new AircoderError('LEDGER_DAMAGED', { path, found: tell(found) })
    }),
    usedBy: guarded(path, sessions.usedBy),
    removeSession: guarded(path, sessions.remove),
    pruneSessions: guarded(path, sessions.prune),
    createTask: guarded(path, tasks.create),
    tasks: guarded(path, tasks.list),
    keepWaiting: guarded(path, waiting.keep),
    waitingLines: guarded(path, waiting.list),
    say: guarded(path, tasks.say),
    view: guarded(path, createView(store, parts)),
    promptAt: guarded(path, createPromptAt(store)),
    newGeneration: guarded(path, tasks.newGeneration),
    intend: guarded(path, intents.intend),
    spawned: guarded(path, intents.spawned),
    progress: guarded(path, intents.progress),
    settle: guarded(path, intents.settle),
    running: guarded(path, intents.running),
    ended: guarded(path, intents.ended),
    keepChanges: guarded(path, intents.keepChanges),
    commit: guarded(path, createCommit(store, parts)),
    finish: guarded(path, tasks.finish),
    restate: guarded(path, tasks.restate),
    reopen: guarded(path, tasks.reopen),
    give: guarded(path, tasks.give),
    find: guarded(path, find),
    evidence: guarded(path, evidence.get),
    payload: guarded(path, blobs.get),
    search: guarded(path, search),
    recall: guarded(path, createRecall(store)),
    events: guarded(path, events.list),
    why: guarded(path, events.why),
    counts: guarded(path, tasks.counts),
    usedSteps: guarded(path, tasks.usedSteps),
    workUpTo: guarded(path, tasks.workUpTo),
    usage: guarded(path, tasks.usage),
    modelUse: guarded(path, createModelUse(store)),
    recentSteps: guarded(path, steps.ofSession),
    stepsOf: guarded(path, steps.ofTask),
    callsOf: guarded(path, steps.callsOf),
    toolsOf: guarded(path, steps.toolsOf),
    promptCounts: guarded(path, createPromptCounts(store)),
    statements: guarded(path, createStatements(store)),
    rebuilds: guarded(path, createRebuilds(store)),
    toolCounts: guarded(path, createToolCounts(store)),
    lastStepMs: guarded(path, createLastStep(store)),
    beginEgress: guarded(path, egress.begin),
    endEgress: guarded(path, egress.end),
    egress: guarded(path, egress.list),
    recordAnswer: guarded(path, permissions.record),
    receipts: guarded(path, permissions.list),
    revokeAnswer: guarded(path, permissions.revoke),
    auditRows: guarded(path, createAuditRows(store)),
    cachedAnswer: guarded(path, micro.cached),
    keepAnswer: guarded(path, micro.keep),
    logMicro: guarded(path, micro.log),
    appliedEdits: guarded(path, restores.applied),
    touched: guarded(path, restores.touched),
    beginRestore: guarded(path, restores.begin),
    endRestore: guarded(path, restores.end),
    restores: guarded(path, restores.list),
    beginGitCommit: guarded(path, gitCommits.begin),
    endGitCommit: guarded(path, gitCommits.end),
    gitCommits: guarded(path, gitCommits.list),
    sql: guarded(path, (statement) => runSql(path, statement)),
    exportCanonical: (taskId) => guardedLines(path, canonicalLines(path, taskId)),
    exportRows: (taskId) => guardedLines(path, rowLines(path, taskId)),
    transcript: (sessionId) => guardedLines(path, transcriptOf(path, sessionId)),
    verify: guarded(path, () => verifyLedger(path)),
    close: guarded(path, release),
  }
}

const MOST_FOUND = 3

function tell(found: readonly string[]): string {
  const more = found.length > MOST_FOUND ? ` and ${found.length - MOST_FOUND} more` : ''
  return `${found.slice(0, MOST_FOUND).join('; ')}${more}.`
}
