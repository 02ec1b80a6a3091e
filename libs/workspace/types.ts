import type { FileEdit } from '#core'
import type { DiagnosisPlan, Finding } from './diagnose.js'
import type { Snapshots } from './snapshot_types.js'

/** Where a spelling leads, and what the deny rules say of it. */
export interface Place {
  ok: true
  /** The folder part resolved by realpath, the last name as it stands (a link is not followed). */
  absolute: string
  /** `absolute` seen from the root, forward slashes; `.` is the root, `../x` lies outside. */
  relative: string
  /** Every link followed, the last one too: what a read opens. */
  target: string
  /** true when both `absolute` and `target` lie in the root or in a place that was permitted. */
  inside: boolean
  /** The deny rule that covers the place; null when none does. */
  denied: string | null
  /** Why denial could not be ruled out (a hard link, and the walk hit its bound): the gate must ask. */
  unsure: string | null
  /** What the last name is, not followed; null when nothing is there. */
  kind: 'file' | 'folder' | 'link' | 'other' | null
  exists: boolean
}

/** A path that cannot be used at all; `message` is for the model. */
export interface BadPath {
  ok: false
  message: string
}

export type Resolved = Place | BadPath

/** A read or listing that was refused; `message` is for the model. */
export interface Refusal {
  ok: false
  code: 'path' | 'denied' | 'outside' | 'missing' | 'kind' | 'binary' | 'too_large' | 'io'
  message: string
}

export interface FileText {
  ok: true
  /** Relative to the root. */
  path: string
  /** The asked lines, joined by `\n`, without BOM and without `\r`. */
  text: string
  /** Counted from 1; `lastLine` is 0 for an empty file. */
  firstLine: number
  lastLine: number
  totalLines: number
  /** Of the whole file: sha256 hex. */
  hash: string
  /** The whole file as it is on disk. */
  bytes: Buffer
  fileMode: number
  /** true when the cap cut the asked range. */
  truncated: boolean
}

export interface FolderEntry {
  name: string
  kind: 'folder' | 'file' | 'link' | 'other'
  /** Size of a file in bytes, else 0. */
  bytes: number
}

export interface FolderList {
  ok: true
  path: string
  /** Folders first, each group by name; denied names are left out. */
  entries: FolderEntry[]
  truncated: boolean
}

export type ApplyResult =
  | { ok: true }
  | { ok: false; code: 'conflict' | 'denied' | 'io'; message: string; path: string }

/** A plain file as it is now, null bytes: nothing is there; or why it is not to be touched. */
export type FileState =
  | { ok: true; bytes: Buffer | null; fileMode: number | null }
  | { ok: false; why: string }

export interface GlobQuery {
  pattern: string
  /** Folder to look in; the root when left out. */
  path?: string
  signal?: AbortSignal
}

export type GlobResult =
  | { ok: true; paths: string[]; truncated: boolean; engine: SearchEngine }
  | { ok: false; message: string }

export interface GrepQuery {
  /** A regular expression in ripgrep's syntax. */
  pattern: string
  /** Folder or file to look in; the root when left out. */
  path?: string
  /** Only files whose path fits; without a slash it matches at any depth. */
  glob?: string
  /** Lines shown around each match. */
  context?: number
  ignoreCase?: boolean
  signal?: AbortSignal
}

export interface GrepLine {
  path: string
  /** Counted from 1. */
  line: number
  text: string
  /** false: a line of context. */
  match: boolean
}

export type GrepResult =
  | { ok: true; lines: GrepLine[]; truncated: boolean; engine: SearchEngine }
  | { ok: false; message: string }

export type SearchEngine = 'ripgrep' | 'walk'

export interface CommandRequest {
  command: string
  timeoutMs: number
  signal?: AbortSignal
  /** Called at once after the spawn, before any output is read. */
  onSpawn?(pid: number, startTime: string): void
  /** The last 8 kB so far, at most every LIMITS.progressMs. */
  onOutput?(soFar: string): void
}

export interface CommandResult {
  /** null when a signal ended it, or it never started. */
  exitCode: number | null
  signal: string | null
  /** stdout and stderr as they came, head and tail when it was too much. */
  output: string
  timedOut: boolean
  aborted: boolean
  /** Bytes were left out between head and tail. */
  truncated: boolean
  /** Background processes were still running when the command ended, and were ended. */
  endedLeftovers: boolean
  /** What it was shut in; absent outside a sandbox. */
  sandbox?: SandboxUse
}

/** What a command in a sandbox had to do without. */
export interface SandboxUse {
  network: boolean
  /** false: there were too many denied files, or too large a tree, to hide each of them. */
  masked: boolean
}

/** Whether commands are shut in, and in words that promise no more than that. */
export interface SandboxState {
  active: boolean
  /** One line for people. */
  text: string
}

export interface BackgroundRead {
  id: string
  command: string
  /** What was printed since the last look. */
  output: string
  /** null: it runs. */
  end: { exitCode: number | null; signal: string | null } | null
}

/** Commands that go on while others run; see createBackground. */
export interface Background {
  /** Starts one and waits for its first words, two seconds at most. */
  start(request: {
    command: string
    signal?: AbortSignal
    /** Called at once after the spawn. */
    onSpawn?(pid: number, startTime: string): void
  }): Promise<({ ok: true } & BackgroundRead) | { ok: false; message: string }>
  /** What is new, waiting for it up to two seconds; null: there is no such command. */
  read(id: string, signal?: AbortSignal): Promise<BackgroundRead | null>
  /** Ends it with all that it started; null: there is no such command. */
  stop(id: string): Promise<BackgroundRead | null>
  /** Whether this process group was started here. */
  owns(pid: number): boolean
  ids(): string[]
  /** Ends all that run. */
  endAll(): Promise<void>
}

export interface TestCommand {
  command: string
  runner: string
}

export interface TestRun {
  command: string
  exitCode: number | null
  output: string
  timedOut: boolean
}

export interface TestVerdict {
  /** null: the run does not tell. */
  passed: boolean | null
  /** One or two lines for the evidence row. */
  summary: string
  /** The first failing names and messages. */
  failures: string[]
}

/** The user's tree with its rules bound to it. Every path is checked again here, whatever the gate said. */
export interface Workspace {
  /** Absolute, resolved by realpath. */
  readonly root: string
  /** What `~` stands for. */
  readonly home: string | undefined
  /** The folders that programs are found in, separated by `:`; empty when there is none. */
  readonly searchPath: string
  resolve(path: string): Resolved
  /** Denied files in a folder and below it, absolute; `complete` false when there was too much to look at. */
  deniedBelow(folder: string): { paths: string[]; complete: boolean }
  /**
   * The same workspace with some more places open, each with all below it: what the person allowed
   * outside the root. Deny rules stay.
   */
  permit(paths: readonly string[]): Workspace
  /** Reads lines `start`..`end` (from 1, both included) of a text file; at most LIMITS.readLines of them. */
  readFile(path: string, range?: { start?: number; end?: number }): FileText | Refusal
  /**
   * Bytes of a file, null when nothing is there.
   * @throws Error when it is denied, outside, no plain file, or cannot be read: check with resolve first
   */
  readBytes(path: string): Buffer | null
  /** What stands at a path, links and other names of the file not followed. */
  fileState(path: string): FileState
  list(path: string): FolderList | Refusal
  applyEdits(edits: readonly FileEdit[], options: { tempTag: string }): ApplyResult
  /** Removes what a crash left behind of edits with this tag; returns how many files. */
  cleanTemps(paths: readonly string[], tag: string): number
  glob(query: GlobQuery): Promise<GlobResult>
  grep(query: GrepQuery): Promise<GrepResult>
  runCommand(request: CommandRequest): Promise<CommandResult>
  readonly background: Background
  /** Why a command does not belong in the foreground: it would not end by itself; null when it may. */
  blocksForeground(command: string): string | null
  sandbox(): Promise<SandboxState>
  /** The project's type checkers and linters, or those for some files (paths from the root). */
  planDiagnosis(paths?: readonly string[]): DiagnosisPlan
  /** The complaints in what such a checker printed. */
  readFindings(output: string): Finding[]
  /** Keeps what commands change; the bytes go into this folder. */
  openSnapshots(store: string): Snapshots
  /** What a parser of the file's language says of these bytes; null: they parse, or nothing can tell. */
  checkSyntax(path: string, bytes: Buffer, signal: AbortSignal): Promise<string | null>
  /** How this project's tests are run; null when nothing tells. */
  discoverTests(override?: string): TestCommand | null
}
