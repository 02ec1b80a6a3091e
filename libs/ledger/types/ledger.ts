import type { Clock, Evidence, MakeId, Message, Outcome, Usage } from '#core'
import type { GenerationDraft, PromptAt } from './prompt.js'
import type { EvidencePredicate, SqlResult, Verdict } from './queries.js'
import type {
  AuditRow,
  AuditScope,
  EgressDraft,
  EgressEnd,
  EgressFilter,
  EgressRow,
  MicroDraft,
  ReceiptDraft,
  ReceiptRow,
} from './records.js'
import type { AppliedEdit, EditScope, KeptChange, RestoreDraft, RestoreRow } from './restores.js'
import type {
  Counts,
  SessionChange,
  SessionDraft,
  SessionRow,
  TaskDraft,
  TaskEnd,
  TaskFilter,
  TaskRow,
} from './sessions.js'
import type { Committed, IntentDraft, RunningCommand, StepCommit } from './steps.js'
import type { StepDigest, View } from './view.js'

/** What opening a ledger needs; everything but the path has a default. */
export interface OpenOptions {
  /** The file; its folder is made (0700) when missing. */
  path: string
  clock?: Clock
  makeId?: MakeId
  /** true: no lock, no writes, no file is created; another process may go on writing. */
  readOnly?: boolean
}

/** The open ledger: every change is one transaction, durable when the call returns. */
export interface Ledger {
  readonly path: string
  /** @returns the new id, `s_…` */
  createSession(session: SessionDraft): string
  updateSession(id: string, change: SessionChange): void
  /** Newest first. */
  sessions(): SessionRow[]
  /** @throws NO_SUCH_SESSION when none, USAGE when several sessions begin with the prefix */
  session(idPrefix: string): SessionRow
  /** Removes the session with its tasks, evidence and prompts; ids are not used again. */
  removeSession(idPrefix: string): void
  /** Removes the oldest sessions beyond `keep` (50), save those with an unfinished task. @returns how many */
  pruneSessions(keep?: number): number
  /** @returns the new id, `t_…` */
  createTask(task: TaskDraft): string
  /** Newest first. */
  tasks(filter?: TaskFilter): TaskRow[]
  /** Appends a user's message at a step boundary. */
  say(taskId: string, message: Message): void
  /** @throws NO_SUCH_ROW for an unknown task */
  view(taskId: string): View
  /**
   * What a step of the session's newest task sent; its next step when none is given.
   * @throws NO_SUCH_ROW when there is no such step
   */
  promptAt(sessionId: string, step?: number): PromptAt
  newGeneration(taskId: string, generation: GenerationDraft): void
  /** Call before the effect. @returns the intent's id, `i_…` */
  intend(intent: IntentDraft): string
  spawned(intentId: string, pid: number, startTime: string): void
  /** Keeps the last 64 kB of a command's output so far. */
  progress(intentId: string, output: string): void
  /**
   * Stores what the effect led to, so that it is never run again.
   * @param goesOn  its process goes on in the background: who comes after a kill can end it
   */
  settle(intentId: string, outcome: Outcome, goesOn?: boolean): void
  /** Commands that went on in the background when they were settled, oldest first. */
  running(): RunningCommand[]
  /** Such a command has ended. */
  ended(intentId: string): void
  /** Keeps what a command changed, so that it can be put back. */
  keepChanges(intentId: string, changes: readonly KeptChange[]): void
  /** @throws TypeError when handed a promise; AssertionError when the step is not the next one */
  commit(step: StepCommit): Committed
  finish(taskId: string, end: TaskEnd): void
  reopen(taskId: string): void
  /** Newest first. */
  find(predicate: EvidencePredicate): Evidence[]
  evidence(id: string): Evidence | null
  /** @throws AssertionError when no blob has this name: the hash came from elsewhere */
  payload(hash: string): Buffer
  /** Rows that hold all the words in subject, summary or the first 64 kB of payload text; newest first. */
  search(text: string, limit: number): Evidence[]
  counts(taskId: string): Counts
  /** Tokens of all committed steps of the task, as the server counted them. */
  usage(taskId: string): Usage
  /** The newest committed steps of a session, newest first. */
  recentSteps(sessionId: string, limit: number): StepDigest[]
  /** Call before the first byte leaves. @returns the row's number */
  beginEgress(egress: EgressDraft): number
  endEgress(number: number, end: EgressEnd): void
  /** Newest first. */
  egress(filter?: EgressFilter): EgressRow[]
  /** Keeps a question to the person with its answer. @returns the row's number */
  recordAnswer(receipt: ReceiptDraft): number
  /** All questions of a session with their answers, oldest first. */
  receipts(sessionId: string): ReceiptRow[]
  /** @returns false when there is no such row, or it was revoked before */
  revokeAnswer(number: number): boolean
  /** Calls that came to the gate, oldest first. Read them before the next write. */
  auditRows(scope: AuditScope): Iterable<AuditRow>
  /** The kept answer to a side question; null when there is none or its life is over. */
  cachedAnswer(key: string): string | null
  keepAnswer(key: string, answer: string, lifeMs: number): void
  logMicro(call: MicroDraft): void
  /** Edits that were made, newest first, with those that a person had put back since. */
  appliedEdits(scope: EditScope): AppliedEdit[]
  /** Call before the first file is put back. @returns the restore's id, `u_…` */
  beginRestore(restore: RestoreDraft): string
  /** Ends a restore: `told` goes to the prompt of its task; null: it could not be made. */
  endRestore(id: string, end: { told: Message } | null): void
  /** Newest first; `open`: cut off by a kill. */
  restores(sessionId: string): RestoreRow[]
  /** At most 10,000 rows. @throws SQL_REFUSED for anything but one reading statement */
  sql(statement: string): SqlResult
  /** JSON lines without clocks and random ids: equal runs give equal text. */
  exportCanonical(taskId?: string): Iterable<string>
  /** JSON lines with real ids, times and payloads. */
  exportRows(taskId?: string): Iterable<string>
  verify(): Verdict
  close(): void
}
