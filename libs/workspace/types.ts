import type { FileEdit } from '#core'
import type { DiagnosisPlan, Finding } from './check/types.js'
import type {
  Background,
  CommandRequest,
  CommandResult,
  ShellEnd,
  ShellState,
  ShellStep,
} from './commands/types.js'
import type { ArchiveNames } from './files/archive_names.js'
import type { ApplyResult, FileState, FileText, FolderList, Refusal } from './files/types.js'
import type { GitLook } from './git/look_at_git.js'
import type { GitChanges } from './git/read_changes.js'
import type { History } from './git/read_history.js'
import type { GitState } from './git/read_state.js'
import type { Commits } from './git/types.js'
import type { Resolved } from './paths/types.js'
import type { OutsideWrites, SandboxState } from './sandbox/types.js'
import type { GlobQuery, GlobResult, GrepQuery, GrepResult } from './search/types.js'
import type { Snapshots } from './snapshots/types.js'
import type { TestCommand } from './test_runs/types.js'
import type { TestProject, TestScope } from './test_scope/types.js'

/** The user's folder with its rules. Every path is checked here again, whatever the gate decided. */
export interface Workspace {
  /** Absolute, resolved by realpath. */
  readonly root: string
  /** The meaning of `~`. */
  readonly home: string | undefined
  /** The folders that programs are found in, separated by `:`; empty when there is none. */
  readonly searchPath: string
  resolve(path: string): Resolved
  /** Absolute paths of denied files in a folder and below it; `complete` is false when a limit was reached. */
  deniedBelow(folder: string): { paths: string[]; complete: boolean }
  /**
   * The same workspace with more places permitted, each with everything below it: the places outside the root
   * that the user allowed. Deny rules still apply.
   */
  permit(paths: readonly string[]): Workspace
  /** The same workspace, whose commands may write these places outside of the root, in a sandbox too. */
  permitWrites(outside: OutsideWrites): Workspace
  /**
   * The same workspace for paths that were stored after the user allowed them, each with all folders resolved. A
   * path is permitted only while it leads to the same place: one that is now a link, or below one, is not.
   */
  reopen(paths: readonly string[]): Workspace
  /** Reads lines `start`..`end` (from 1, both included) of a text file; at most LIMITS.readLines of them. */
  readFile(path: string, range?: { start?: number; end?: number }): FileText | Refusal
  /**
   * Bytes of a file; null when it does not exist.
   * @throws Error when it is denied, outside, not a regular file or not readable: check with resolve first
   */
  readBytes(path: string): Buffer | null
  /**
   * The current state of a file by its stored path. Refuses links, paths below links, what is no file, and files
   * with other names unless `hardLinks` is true. Never throws.
   */
  fileState(path: string, options?: { hardLinks?: boolean }): FileState
  list(path: string): FolderList | Refusal
  applyEdits(edits: readonly FileEdit[], options: { tempTag: string }): ApplyResult
  /** Removes temporary files that a crash left behind of edits with this tag; returns the number. */
  cleanTemps(paths: readonly string[], tag: string): number
  glob(query: GlobQuery): Promise<GlobResult>
  grep(query: GrepQuery): Promise<GrepResult>
  /** Every file that .gitignore and the deny rules leave, relative to the root, in path order. */
  listAll(signal: AbortSignal): Promise<{ paths: string[]; truncated: boolean }>
  /** The commit that the branch is at; null without git or without a commit. */
  headCommit(signal: AbortSignal): Promise<string | null>
  /** The last commits, newest first, without merges; null without git or when git takes longer. */
  history(query: { most: number; timeoutMs: number; signal: AbortSignal }): Promise<History | null>
  /** Changed files and last commits; null without git or when git takes longer. */
  gitState(query: {
    most: number
    timeoutMs: number
    signal: AbortSignal
  }): Promise<GitState | null>
  /** The names in a zip or tar archive, by its absolute path; null when it cannot be read. */
  archiveNames(path: string): ArchiveNames
  /** What the gate asks git before a command runs. */
  readonly gitLook: GitLook
  /** What is not committed, else the last commit, without denied files; null where there is nothing. */
  gitChanges(query: { timeoutMs: number; signal: AbortSignal }): Promise<GitChanges | null>
  runCommand(request: CommandRequest): Promise<CommandResult>
  readonly background: Background
  /** What the next command of a session starts with, after a shell ended. */
  nextShell(before: ShellState, left: ShellEnd): ShellStep
  /** Why a command would block the foreground; null when it is expected to end. */
  blocksForeground(command: string, folder?: string): string | null
  sandbox(): Promise<SandboxState>
  /** The project's type checkers and linters, or those for some files (paths relative to the root). */
  planDiagnosis(paths?: readonly string[]): DiagnosisPlan
  /** The findings in the output of such a check. */
  readFindings(output: string): Finding[]
  /** Snapshots of the tree for undo; the bytes are stored in this folder. */
  openSnapshots(store: string): Snapshots
  /** The git repository that the folder is in: its top folder and the branch; null outside of git. */
  gitPlace(): { top: string; branch: string | null } | null
  /** Commits in the user's repository. */
  readonly commits: Commits
  /** The message of a parser for the file's language; null when the bytes parse or there is no parser. */
  checkSyntax(path: string, bytes: Buffer, signal: AbortSignal): Promise<string | null>
  /** How this project's tests are run; null when it is unknown. */
  discoverTests(override?: string): TestCommand | null
  /** The tests of this project: its command, what that runs, `inner` scripts of these, `programs` that these start, and its test files by their names. */
  testProject(override?: string): TestProject & {
    files: readonly string[]
    inner: readonly string[]
    programs: readonly string[]
  }
  /** Changed files that a test names and no source names, each with that test: they belong to the tests. */
  testInputs(
    changed: readonly { path: string; before: string | null }[],
    tests: readonly string[],
  ): ReadonlyMap<string, string>
  /** Sources that use a name as a word, without tests; bounded, reads each file. */
  filesNaming(name: string): string[]
  /** Changed files whose own tests are of another language or package than every run that passed. */
  findUncovered(
    paths: readonly string[],
    known: { runs: readonly { command: string; folder: string }[]; tests: readonly string[] },
  ): { path: string; why: string }[]
  /** Changed sources that no test loads, by the names in the tests and in what these load. */
  findUnreached(paths: readonly string[], roots: readonly string[]): string[]
  /** The difference of two texts in the format of `diff -u`, cut at a number of lines. */
  diff(change: { path: string; before: string | null; after: string | null }, lines: number): string
  /** Whether a command runs all tests of this project, by its words alone, from a folder of the workspace. */
  testScope(command: string, override?: string, folder?: string): TestScope
  /** Why the output of a run with exit code 0 does not show that its tests ran to their end; null: it may. */
  whyUnfinished(
    run: { command: string; output: string; truncated: boolean },
    override?: string,
  ): string | null
}
