import type { EvidenceKind, Json } from '#core'

/** What was checked at the end of a task, best first after the failure. Only `tested` and `read` are proofs. */
export const GRADES = [
  'tests fail',
  'tested',
  'read',
  'tests ran',
  'linted',
  'type-checked',
  'parsed',
  'nothing checked',
] as const
export type Grade = (typeof GRADES)[number]

/** An evidence row for the judge. */
export interface Row {
  id: string
  /** The number in its id. */
  number: number
  kind: EvidenceKind
  subject: string
  summary: string
  facts: Record<string, Json>
}

/** A file as it was before the session changed it, and as it is now. null: it does not exist; '' also means bytes that are no text. */
export interface FileChange {
  path: string
  before: string | null
  after: string | null
}

/** What the ledger and the tree say when a task or a node should be closed. */
export interface Standing {
  /** What the user asked for in this task, with later messages. */
  asked: string
  /** The words of the task before it in this session; empty: there is none. */
  askedBefore: string
  /** Number of the newest message row that asks for a change while the task runs; null: there is none. */
  askedAt: number | null
  /** What its first words ask for (wantedBy). */
  wants: 'change' | 'run' | 'report' | 'text'
  /** The session plans: the answer proposes changes and makes none. */
  isPlan?: boolean
  /** Its words only teach rules: nothing is to be done, and nothing has to be read. */
  onlyTeaches?: boolean
  /** A call of this task that should edit a file failed or was refused. */
  triedEdit: boolean
  /** Rows of this task, oldest first, with those of the step that is about to be committed. */
  rows: readonly Row[]
  /** A row that may be cited; `foreign`: it belongs to another session; null: there is none. */
  find(id: string): Row | 'foreign' | null
  /** The last test run of earlier tasks of the session, where nothing was changed after it. */
  earlierTest?: Row | null
  /** Text of a row's stored result; empty for bytes that are no text. */
  textOf(id: string): string
  /** Ids and summaries of the newest rows, for the message of a refusal. */
  newest: readonly string[]
  /** Changed files whose newest version does not parse. */
  broken: readonly string[]
  /** The project's test command; null when it has no tests. */
  testCommand: string | null
  /** The test command, where it may not run and nobody can be asked. */
  barredTests?: BarredTests | null
  /** What that command runs, one level deep: the command itself, scripts, recipes. */
  checkTexts: readonly string[]
  /** Test files of the project by the names that runners look for. */
  testFiles: readonly string[]
  /** Changed files that no run since the last change tested: they have tests of another language or package. */
  uncovered: readonly { path: string; why: string }[]
  /** Those of some changed sources that no test loads. */
  findUnreached(paths: readonly string[]): readonly string[]
  /** Changed files that parsed before this task and do not parse now, also after a command. */
  unparsed: readonly string[]
  /** Changed files that a test names and no source names, each with that test. */
  testInputs: ReadonlyMap<string, string>
  /** Sources that have a name as a word, without tests and the files that define it. */
  filesNaming(name: string): readonly string[]
  /** Text of a file as it is now; empty: it is missing or is no text. */
  textOfFile(path: string): string
  /** Net changes that calls of this session made, except those that the user accepted. */
  changes: readonly FileChange[]
  /** The same over all tasks of the session: tests that an earlier task weakened are still weak. */
  sessionChanges: readonly FileChange[]
  /** Changed tests whose present content the user was shown and accepted. */
  accepted: ReadonlySet<string>
  /** Files that background commands changed since the last test run. */
  changedSince: readonly string[]
  /** Commands that still run in the background. */
  running?: readonly string[]
  /** Number of the newest evidence row before an undo or redo by the user; null when there was none. */
  restoredAfter: number | null
  /** Hash of the tree now; null when it is unknown. */
  tree: string | null
  /** To-do items and sub-questions that are open. */
  openItems: readonly string[]
  /** How often an end of this task was refused before. */
  refusals: number
}

/** A test command that this run may not run, and the option with which it may; null: no option allows it. */
export interface BarredTests {
  command: string
  flag: readonly [option: string, value: string] | null
}

/** The end that a model wants. */
export interface End {
  /** null: the task ends in text, without cites. */
  cites: readonly string[] | null
  summary: string
  /** The summary as it was written, where `summary` has its words about work in English. */
  original?: string
  /** Only a part of it was judged. */
  isCut?: boolean
  /** false: a sub-question is closed. */
  isTask: boolean
}

/** A test or its configuration that the task changed so that it may prove less. */
export interface TestChange {
  path: string
  /** What is different, in one clause. */
  why: string
}

/** What a law has against an end. */
export interface Objection {
  /** What happened and what to do, for the model. */
  message: string
  /** The same for the user, in one clause. */
  reason: string
  /** How many refusals before the end is accepted as unproven. Infinity: it is never accepted. */
  refuse: number
  tests?: readonly TestChange[]
  /** The end claims work that was not done. */
  undone?: boolean
  /** The result has it; the text of the answer does not begin with it. */
  isQuiet?: true
  /** The call that was refused and that the end needs. */
  denied?: string
  /** The tests that did not run because they may not. */
  barred?: BarredTests
}

/** One rule that an end has to keep. It is pure: the same rows give the same answer. */
export interface Law {
  name: string
  judge(standing: Standing, end: End): Objection | null
}

/** Why an end is not proven. */
export interface Doubt {
  /** The first law that objected. */
  law: string
  grade: Grade
  /** One line for the user. */
  reason: string
  tests: readonly TestChange[]
  /** The end claims work that was not done. */
  undone?: boolean
  /** The result has it; the text of the answer does not begin with it. */
  isQuiet?: true
  /** The call that was refused and that the end needs. */
  denied?: string
  /** The tests that did not run because they may not. */
  barred?: BarredTests
}

export type Judgement =
  | { ok: true; proven: true; grade: Grade }
  | ({ ok: true; proven: false } & Doubt)
  | { ok: false; message: string }
