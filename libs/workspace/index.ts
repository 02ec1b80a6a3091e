/**
 * The user's folder and its processes: paths with deny rules, files, edits, search, commands, undo, checks.
 * Doors: openWorkspace, and pure functions for patches, differences and test runs.
 * It never asks the user, never commits to the ledger, never reads the environment and never opens a denied file.
 */

export { discoverLinters } from './check/linters.js'
export type { DiagnosisPlan, Finding, Linter } from './check/types.js'
export { isInsideCommand } from './commands/inside_command.js'
export { endGroup, processIsOurs, processStart } from './commands/processes.js'
export { SHELL_START } from './commands/shell_state.js'
export { splitCommand } from './commands/split_command.js'
export type {
  Background,
  BackgroundRead,
  CommandRequest,
  CommandResult,
  ShellState,
} from './commands/types.js'
export { changedLines, countChange, unifiedDiff } from './files/diff.js'
export { hashBytes } from './files/hash.js'
export { decodeText, type Encoding, encodeText } from './files/text.js'
export type { FileState, FileText, Refusal } from './files/types.js'
export { putHeld, removeHeld, writeHeld } from './files/write_held.js'
export type { GitLook, GitMove } from './git/look_at_git.js'
export type { GitChanges } from './git/read_changes.js'
export type { History, PastCommit } from './git/read_history.js'
export type { GitState } from './git/read_state.js'
export { type GitEnd, type GitOptions, runGit } from './git/run_git.js'
export type { TaskFile } from './git/types.js'
export { applyPatch, applyPatches } from './patch/apply_patch.js'
export { lostRegion, putMerged } from './patch/lost_region.js'
export type { PatchCandidate, PatchEdit, PatchResult, PatchStrategy } from './patch/text/types.js'
export { isUselessDeny } from './paths/deny.js'
export type { BadPath, Place, Resolved } from './paths/types.js'
export { findProgram } from './programs/find_program.js'
export { describeSandbox, findSandbox, type SandboxOptions } from './sandbox/find_sandbox.js'
export type { SandboxState, SandboxUse } from './sandbox/types.js'
export { watchOutside } from './sandbox/watch_outside.js'
export { findRipgrep, isBundledRipgrep } from './search/run_ripgrep.js'
export type {
  GlobQuery,
  GlobResult,
  GrepLine,
  GrepQuery,
  GrepResult,
  SearchEngine,
  Skipped,
} from './search/types.js'
export { isByProduct } from './snapshots/tree_digest.js'
export type { Look, Snapshot, SnapshotChange, Snapshots } from './snapshots/types.js'
export { discoverTests } from './test_runs/discover_tests.js'
export { judgeTestRun } from './test_runs/judge_test_run.js'
export { isTestCommand } from './test_runs/test_command.js'
export type { TestCommand, TestRun, TestVerdict } from './test_runs/types.js'
export type { TestScope } from './test_scope/types.js'
export type { Workspace } from './types.js'
export { openWorkspace, type WorkspaceOptions } from './workspace.js'
