/**
 * What is left to do and what counts as done: the hypothesis tree, the verifier and the guards, all pure.
 * Doors: tree changes, `judge` and its `Standing`, `loadGuards`, `findLoop`, `wantedBy`, `spiralOf`, `whySpent`. It never does I/O and never commits.
 */
export { type Advice, adviseOnce, holdEdit, refuseEnd, type Spoken } from './advise.js'
export { failedFixes } from './failed_fixes.js'
export { type EndInput, type Guard, type GuardInput, type HoldInput, loadGuards } from './guard.js'
export { assertionsIn } from './items/assertions.js'
export { renamesIn } from './items/renamed.js'
export { isAboutProject } from './judge/answers/about_project.js'
export { accepts } from './judge/facts/acceptance.js'
export { changedPaths, changesIn, lastChange, outsideChangesIn } from './judge/facts/changes.js'
export { isDocumentation } from './judge/facts/documentation.js'
export { freshTests, isFreeOfTests, passedRuns, provingTest } from './judge/facts/test_rows.js'
export type {
  Doubt,
  End,
  FileChange,
  Judgement,
  Row,
  Standing,
} from './judge/facts/types.js'
export { gradeNote, gradeOf } from './judge/grade.js'
export { doubtOf, judge } from './judge/judge.js'
export { announcedStep } from './judge/laws/said/announced.js'
export { knownFailures } from './judge/tests/known_failures.js'
export { readable } from './judge/words/readable.js'
export {
  findLoop,
  isPartOf,
  isStalled,
  isWithheld,
  type Loop,
  type LoopInput,
  type PastCall,
  type PastOutput,
  type PastRead,
  warnOfLoop,
} from './loop.js'
export { needsPlan } from './needs_plan.js'
export { onlyShows } from './only_shows.js'
export { advancePlan } from './plan/advance.js'
export { batchesOf, readyItems } from './plan/batches.js'
export { capturePlan, stepsIn } from './plan/capture.js'
export {
  activeNode,
  applyToPlan,
  type PlanMutation,
  resolveActive,
  setTodos,
  spawnChild,
} from './plan/tree.js'
export { declinesTests } from './request/declines_tests.js'
export { asksForMore } from './request/message_request.js'
export { asksOnly, onlyRuns, type Wants, wantedBy } from './request/question.js'
export { betterThan, scoreTools } from './scores.js'
export { needsPerson, type Troubles, whySpent } from './spent.js'
export { isSpiral, spiralOf, type TriedEdit } from './spiral.js'
