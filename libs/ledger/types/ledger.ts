import type {
  Clock,
  EventFilter,
  Evidence,
  Json,
  LedgerEvent,
  MakeId,
  Message,
  ModelUse,
  Outcome,
  Usage,
} from '#core'
import type { GenerationDraft, PromptAt, PromptCount } from './prompt.js'
import type {
  EvidencePredicate,
  RecalledChunk,
  RecallQuery,
  SqlResult,
  UseFilter,
  Verdict,
} from './queries.js'
import type {
  AuditRow,
  AuditScope,
  EgressDraft,
  EgressEnd,
  EgressFilter,
  EgressRow,
  GitCommitDraft,
  GitCommitEnd,
  GitCommitRow,
  MicroDraft,
  ReceiptDraft,
  ReceiptRow,
} from './records.js'
import type {
  AppliedEdit,
  EditScope,
  KeptChange,
  RestoreDraft,
  RestoreEnd,
  RestoreRow,
  RewindDraft,
  Rewound,
  TouchedFile,
} from './restores.js'
import type {
  Counts,
  ForkDraft,
  SessionChange,
  SessionDraft,
  SessionRow,
  TaskDraft,
  TaskEnd,
  TaskFilter,
  TaskRow,
  WaitingLine,
  Work,
} from './sessions.js'
import type { Committed, IntentDraft, RunningCommand, StepCommit } from './steps.js'
import type {
  CallQuery,
  MadeCall,
  Rebuild,
  Statement,
  StepDigest,
  ToolCounts,
  TranscriptStep,
  View,
} from './view.js'

/** Options of `openLedger`; only the path is required. */
export interface OpenOptions {
  /** The file; its folder is created (0700) when it is missing. */
  path: string
  clock?: Clock
  makeId?: MakeId
  /** true: no lock, no writes, no new file. */
  readOnly?: boolean
}

/** An open ledger. Every change is one transaction and durable when the call returns. */
export interface Ledger {
  readonly path: string
  /** @returns the new id, `s_…` */
  createSession(session: SessionDraft): string
  updateSession(id: string, change: SessionChange): void
  /**
   * Copies what the next prompt of a session would show to a new session, which goes on by itself.
   * @returns the new id
   * @throws NOTHING_TO_FORK when no prompt was sent yet
   */
  forkSession(fork: ForkDraft): string
  /** Words that a copied session keeps in every prompt, oldest first. */
  carriedWords(sessionId: string): string[]
  /** Ids of the newest tasks that a copy has from its originals, newest first. */
  carriedTasks(sessionId: string): string[]
  /**
   * Takes a task and all later ones out of the conversation of their session: the next prompt is what it was before
   * them. Their rows stay.
   */
  rewind(rewind: RewindDraft): Rewound
  /** Newest first. @param limit  the newest so many; all without it */
  sessions(limit?: number): SessionRow[]
  /** @throws NO_SUCH_SESSION when no session begins with the prefix, USAGE when several do */
  session(idPrefix: string): SessionRow
  /**
   * Takes the session for this process until `close`: only its owner may write in it. Repeating it is harmless.
   * @throws SESSION_IN_USE when another process has it, LEDGER_DAMAGED when what the session goes on from is damaged
   */
  claimSession(id: string): void
  /** The other process that works in the session, as `process 123`; null when there is none. */
  usedBy(sessionId: string): string | null
  /**
   * Removes the session with its tasks, evidence and prompts. Their ids are not used again.
   * @throws SESSION_IN_USE when another process works in it
   */
  removeSession(idPrefix: string): void
  /** Removes the oldest sessions beyond `keep` (50), but none that is unfinished or in use. @returns how many */
  pruneSessions(keep?: number): number
  /** @returns the new id, `t_…` */
  createTask(task: TaskDraft): string
  /** Newest first. */
  tasks(filter?: TaskFilter): TaskRow[]
  /** Stores the lines that wait for the running task of a session, in place of those before. */
  keepWaiting(sessionId: string, lines: readonly WaitingLine[]): void
  /** The lines that waited when the session was left or killed, in the order in which they were sent. */
  waitingLines(sessionId: string): WaitingLine[]
  /** Appends a user's message at a step boundary. */
  say(taskId: string, message: Message): void
  /** @throws NO_SUCH_ROW for an unknown task */
  view(taskId: string): View
  /**
   * What a step of the session's newest task sent, or of the named one; its next step when none is given. A task that a
   * rewind took out of the conversation is not the newest.
   * @throws NO_SUCH_ROW when there is no such step
   */
  promptAt(sessionId: string, step?: number, taskId?: string): PromptAt
  newGeneration(taskId: string, generation: GenerationDraft): void
  /** Call before the effect. @returns the intent's id, `i_…` */
  intend(intent: IntentDraft): string
  spawned(intentId: string, pid: number, startTime: string): void
  /** Stores the last 64 kB of a running command's output. */
  progress(intentId: string, output: string): void
  /**
   * Stores the outcome of an effect, so that it is never run again. A second outcome replaces the first, until the
   * step is committed.
   * @param inBackground  its process still runs; `running` returns it, so that it can be ended after a kill
   */
  settle(intentId: string, outcome: Outcome, inBackground?: boolean): void
  /** Commands that still ran in the background when their outcome was stored, oldest first. Not those of other processes. */
  running(): RunningCommand[]
  /** Records that such a command has ended. */
  ended(intentId: string): void
  /** Stores the files that a command changed, for undo. */
  keepChanges(intentId: string, changes: readonly KeptChange[]): void
  /** @throws TypeError for a promise; AssertionError when the step is not the next one */
  commit(step: StepCommit): Committed
  finish(taskId: string, end: TaskEnd): void
  /** Replaces what the end of a resolved task says, after the user accepted its tests. */
  restate(taskId: string, end: Pick<TaskEnd, 'text' | 'proven'>): void
  reopen(taskId: string): void
  /** Stores what the user gave this run of the task, in place of what an earlier one was given. */
  give(taskId: string, given: Json): void
  /** Newest first. */
  find(predicate: EvidencePredicate): Evidence[]
  evidence(id: string): Evidence | null
  /** @throws AssertionError when there is no blob with this hash */
  payload(hash: string): Buffer
  /** Rows with all the words in subject, summary or the first 64 kB of payload text; newest first. */
  search(text: string, limit: number): Evidence[]
  /** Parts of a task's results that have the words, best first. Rows from before the index of chunks are not found. */
  recall(query: RecallQuery): RecalledChunk[]
  /** What happened, newest first: runs, steps, calls, answers and evidence, derived from their rows. */
  events(filter?: EventFilter): LedgerEvent[]
  /** An event and everything that led to it, up to its session; empty for an unknown id. */
  why(id: string): LedgerEvent[]
  counts(taskId: string): Counts
  /** Calls of the task after this step; a step without a call counts as one. */
  usedSteps(taskId: string, afterStep: number): number
  /** What the task used in the time that ended with the commit of this step; 2,000 steps at most, 0 for a step that is not there. */
  workUpTo(taskId: string, step: number, spanMs: number): Work
  /** Tokens of all committed steps of the task, as the server counted them. */
  usage(taskId: string): Usage
  /** Tokens by model, of steps and side questions, as the servers counted them; the most used first. */
  modelUse(filter?: UseFilter): ModelUse[]
  /** The newest committed steps of a session, newest first. */
  recentSteps(sessionId: string, limit: number): StepDigest[]
  /** The newest committed steps of a task, newest first. */
  stepsOf(taskId: string, limit: number): StepDigest[]
  /** Calls of the newest committed steps of a task with their arguments, oldest first. */
  callsOf(taskId: string, query: CallQuery): MadeCall[]
  /** Tools besides the known ones that the model, not the program, called with success in the newest steps. */
  toolsOf(taskId: string, steps: number, known: readonly string[]): string[]
  /** How large the prompts of a task's committed steps were, oldest first. */
  promptCounts(taskId: string): PromptCount[]
  /** What the model wrote beside its calls in the newest steps, newest first. */
  statements(taskId: string, steps: number): Statement[]
  /** How the calls of each tool ended in the newest sessions, by task, oldest task first. */
  toolCounts(sessions: number): ToolCounts[]
  /** The prompts that a task made after its first one, oldest first; with a limit the newest of them. */
  rebuilds(taskId: string, limit?: number): Rebuild[]
  /** When the newest step of a session was committed; null: it has none. */
  lastStepMs(sessionId: string): number | null
  /** Call before the first byte is sent. @returns the row's number */
  beginEgress(egress: EgressDraft): number
  endEgress(number: number, end: EgressEnd): void
  /** Newest first. */
  egress(filter?: EgressFilter): EgressRow[]
  /** Stores a question to the user with its answer. @returns the row's number */
  recordAnswer(receipt: ReceiptDraft): number
  /** All questions of a session with their answers, oldest first. */
  receipts(sessionId: string): ReceiptRow[]
  /** @returns false when there is no such row, or it is already revoked */
  revokeAnswer(number: number): boolean
  /** Calls that reached the gate, oldest first. Read them before the next write. */
  auditRows(scope: AuditScope): Iterable<AuditRow>
  /** The cached answer to a side question; null when there is none or it has expired. */
  cachedAnswer(key: string): string | null
  keepAnswer(key: string, answer: string, lifeMs: number): void
  logMicro(call: MicroDraft): void
  /** Edits that were made, newest first; `undone` marks those that the user has undone. */
  appliedEdits(scope: EditScope): AppliedEdit[]
  /** Files that calls of a session meant to change or changed, oldest first, with their content before. */
  touched(sessionId: string): TouchedFile[]
  /** Call before the first file is restored. @returns the restore's id, `u_…` */
  beginRestore(restore: RestoreDraft): string
  /** Ends a restore: `notice` is added to the prompt of its task; null when it changed no file. */
  endRestore(id: string, end: RestoreEnd | null): void
  /** Newest first; status `open` means that a kill interrupted it. */
  restores(sessionId: string): RestoreRow[]
  /** Call before git starts. @returns the row's number */
  beginGitCommit(commit: GitCommitDraft): number
  endGitCommit(number: number, end: GitCommitEnd): void
  /** Newest first; status `open` means that a kill interrupted it. */
  gitCommits(sessionId: string): GitCommitRow[]
  /** At most 10,000 rows. @throws SQL_REFUSED for anything but one read-only statement */
  sql(statement: string): SqlResult
  /** JSON lines without clocks and random ids: equal runs give equal text. */
  exportCanonical(taskId?: string): Iterable<string>
  /** JSON lines with real ids, times and payloads. */
  exportRows(taskId?: string): Iterable<string>
  /** The committed steps of a session, oldest first, also those that a rewind took out of its conversation. */
  transcript(sessionId: string): Iterable<TranscriptStep>
  verify(): Verdict
  close(): void
}
