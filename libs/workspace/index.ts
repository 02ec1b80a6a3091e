/**
 * The user's tree and the processes in it: paths and their rules, files, patches, search, commands.
 * Doors: openWorkspace, and pure helpers for patches, differences and test runs.
 * It never asks, never commits, never reads the environment, and never opens what a deny rule covers.
 */
export type { DiagnosisPlan, Finding } from './diagnose.js'
export { changedLines, countChange, unifiedDiff } from './diff.js'
export { findProgram } from './find_program.js'
export { type GitEnd, type GitOptions, runGit } from './git.js'
export { hashBytes } from './hash.js'
export { discoverLinters, type Linter } from './linters.js'
export { lostRegion, putMerged } from './patch/lost_region.js'
export { applyPatch, applyPatches } from './patch/patch.js'
export type { PatchCandidate, PatchEdit, PatchResult, PatchStrategy } from './patch/types.js'
export { endGroup, processIsOurs, processStart } from './processes.js'
export { findRipgrep } from './ripgrep.js'
export type { SandboxOptions } from './sandbox.js'
export type { SnapshotChange, Snapshots } from './snapshot_types.js'
export { isTestCommand } from './test_command.js'
export { discoverTests } from './test_discovery.js'
export { judgeTestRun } from './test_judge.js'
export { decodeText, type Encoding, encodeText } from './text.js'
export type {
  ApplyResult,
  Background,
  BackgroundRead,
  BadPath,
  CommandRequest,
  CommandResult,
  FileState,
  FileText,
  FolderEntry,
  FolderList,
  GlobQuery,
  GlobResult,
  GrepLine,
  GrepQuery,
  GrepResult,
  Place,
  Refusal,
  Resolved,
  SandboxState,
  SandboxUse,
  SearchEngine,
  TestCommand,
  TestRun,
  TestVerdict,
  Workspace,
} from './types.js'
export { openWorkspace, type WorkspaceOptions } from './workspace.js'
