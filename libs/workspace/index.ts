/**
 * The user's tree and the processes in it: paths and their rules, files, patches, search, commands.
 * Doors: openWorkspace, and pure helpers for patches, differences and test runs.
 * It never asks, never commits, never reads the environment, and never opens what a deny rule covers.
 */
export type { DiagnosisPlan, Finding } from './check/diagnose.js'
export { discoverLinters, type Linter } from './check/linters.js'
export { endGroup, processIsOurs, processStart } from './commands/processes.js'
export type { Background, BackgroundRead, CommandRequest, CommandResult } from './commands/types.js'
export { changedLines, countChange, unifiedDiff } from './files/diff.js'
export { hashBytes } from './files/hash.js'
export { decodeText, type Encoding, encodeText } from './files/text.js'
export type {
  ApplyResult,
  FileState,
  FileText,
  FolderEntry,
  FolderList,
  Refusal,
} from './files/types.js'
export { type GitEnd, type GitOptions, runGit } from './git/run_git.js'
export { applyPatch, applyPatches } from './patch/apply_patch.js'
export { lostRegion, putMerged } from './patch/lost_region.js'
export type { PatchCandidate, PatchEdit, PatchResult, PatchStrategy } from './patch/text/types.js'
export type { BadPath, Place, Resolved } from './paths/types.js'
export { findProgram } from './programs/find_program.js'
export type { SandboxOptions } from './sandbox/sandbox.js'
export type { SandboxState, SandboxUse } from './sandbox/types.js'
export { findRipgrep } from './search/run_ripgrep.js'
export type {
  GlobQuery,
  GlobResult,
  GrepLine,
  GrepQuery,
  GrepResult,
  SearchEngine,
} from './search/types.js'
export { discoverTests } from './test_runs/discover_tests.js'
export { judgeTestRun } from './test_runs/judge_test_run.js'
export { isTestCommand } from './test_runs/test_command.js'
export type { TestCommand, TestRun, TestVerdict } from './test_runs/types.js'
export type { Workspace } from './types.js'
export type { SnapshotChange, Snapshots } from './undo/types.js'
export { openWorkspace, type WorkspaceOptions } from './workspace.js'
