/**
 * The only place of state: one SQLite file in which a step is committed completely or not at all.
 * Doors: openLedger returns a Ledger; repairLedger rebuilds a damaged file; planRecovery decides what to do with an intent that has no outcome; hashOf, callKey and digestCall identify calls.
 * It never runs a tool, touches the user's files, or knows what a tool is.
 */

export { whileLocked } from './database/lock.js'
export { openLedger } from './ledger.js'
export { type Repair, repairLedger } from './repair/repair.js'
export type { Ledger, OpenOptions } from './types/ledger.js'
export type { EvidencePredicate } from './types/queries.js'
export type { AuditRow, EgressDraft, EgressRow, GitCommitRow, ReceiptRow } from './types/records.js'
export type {
  AppliedEdit,
  EditScope,
  RestoreDraft,
  RestoreRow,
  Rewound,
} from './types/restores.js'
export type { Counts, SessionRow, TaskEnd, TaskRow, WaitingLine } from './types/sessions.js'
export {
  type Committed,
  type IntentDraft,
  type IntentFile,
  NumbersMovedError,
  type OpenIntent,
  type PendingStep,
  type PlanMutation,
  type RunningCommand,
  type SettledOutcome,
  type StepCommit,
} from './types/steps.js'
export type {
  CallQuery,
  MadeCall,
  Rebuild,
  Statement,
  StepDigest,
  ToolCounts,
  TranscriptStep,
  View,
} from './types/view.js'
export { type CallMark, callKey, digestCall, placeKey } from './values/call_digest.js'
export { hashOf } from './values/hash.js'
export { planRecovery, type Recovery } from './write/plan_recovery.js'
