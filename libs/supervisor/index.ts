/**
 * The only place where the loop lives: view, assemble, decide, act, commit, one step at a time.
 * Doors: `supervise`, an async generator of events, `acceptTests`, and the `Deps` and `Question` that an app hands it.
 * It never prints, never reads keys, and keeps no state between two steps: that is the ledger's.
 */

export { wantedBy } from '#planner'
export { taskMessage } from './ambient/attach.js'
export { lookAround } from './ambient/look_around.js'
export { resultOf } from './closing/task_result.js'
export { makeCommit, type PlannedCommit, planCommit } from './commit/commit_task.js'
export type {
  AnswerForm,
  CheckSettings,
  Deps,
  EndpointFacts,
  Help,
  Person,
  Sampling,
} from './deps/deps.js'
export { loadParts } from './deps/parts.js'
export type { Answer, Question } from './deps/question.js'
export { recordSide } from './egress/record_request.js'
export { type PromptUse, promptUse } from './look/prompt_parts.js'
export { type PromptRows, promptBefore } from './look/prompt_rows.js'
export { lastRoute } from './look/step_route.js'
export {
  type AcceptDeps,
  type Accepted,
  type AcceptPlan,
  acceptTests,
  planAcceptance,
} from './proof/accept_tests.js'
export { type Compacted, compact } from './request/compact.js'
export { forkSession } from './request/fork.js'
export { lookAtMap } from './request/input/map_facts.js'
export { nextRequest, type PromptDeps, requestAt } from './request/next_request.js'
export { type PrefixReport, reportPrefix } from './request/prefix_report.js'
export { type ContextPart, previewContext } from './request/preview_context.js'
export { supervise } from './supervise.js'
export { difficultyOf } from './turn/difficulty.js'
export { backgroundFiles } from './undo/background_files.js'
export { finishRestores } from './undo/finish_restores.js'
export { restore, rewind, rewindCopy } from './undo/restore.js'
export {
  inheritedTurns,
  planRewind,
  type RewindPlan,
  type Turn,
  turnsOf,
} from './undo/rewind_plan.js'
export {
  planRedo,
  planUndo,
  type RestoredFile,
  type RestorePlan,
  type UndoDeps,
  type UndoScope,
} from './undo/undo_plan.js'
