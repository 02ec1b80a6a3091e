/**
 * The only place where state lives: one SQLite file in which a step is wholly committed or did not happen.
 * Doors: openLedger gives a Ledger; planRecovery says what to do with an intent that has no outcome; hashOf names a call.
 * It never runs a tool, touches the user's files, or knows what a tool is.
 */
export { hashOf } from './canonical.js'
export type { Ledger, OpenOptions } from './doors.js'
export { openLedger } from './ledger.js'
export type { AuditRow, EgressDraft, EgressRow, ReceiptRow } from './record_types.js'
export { planRecovery, type Recovery } from './recover.js'
export type { AppliedEdit, EditScope, RestoreDraft, RestoreRow } from './restore_types.js'
export type {
  Committed,
  Counts,
  EvidencePredicate,
  IntentDraft,
  IntentFile,
  OpenIntent,
  PendingStep,
  PlanMutation,
  RunningCommand,
  SessionRow,
  SettledOutcome,
  StepCommit,
  StepDigest,
  TaskEnd,
  TaskRow,
  View,
} from './types.js'
