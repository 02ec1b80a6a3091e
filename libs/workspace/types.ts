import type { FileEdit } from '#core'
import type { DiagnosisPlan, Finding } from './check/diagnose.js'
import type { Background, CommandRequest, CommandResult } from './commands/types.js'
import type { ApplyResult, FileState, FileText, FolderList, Refusal } from './files/types.js'
import type { Resolved } from './paths/types.js'
import type { SandboxState } from './sandbox/types.js'
import type { GlobQuery, GlobResult, GrepQuery, GrepResult } from './search/types.js'
import type { TestCommand } from './test_runs/types.js'
import type { Snapshots } from './undo/types.js'

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
