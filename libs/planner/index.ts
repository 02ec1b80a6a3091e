/**
 * What is left to do and what counts as done: the hypothesis tree, the verifier and the guards, all pure.
 * Doors: tree changes, `mayResolve` and `proof`, `loadGuards`, `findLoop`, `asksOnly`, `whySpent`. It never does I/O and never commits.
 */
export { type Guard, type GuardInput, loadGuards } from './guard.js'
export {
  findLoop,
  isSameCall,
  isStalled,
  isWithheld,
  type Loop,
  type LoopInput,
  type PastCall,
  type PastRead,
  warnOfLoop,
} from './loop.js'
export { asksOnly } from './question.js'
export { needsPerson, type Troubles, whySpent } from './spent.js'
export {
  activeNode,
  applyToPlan,
  type PlanMutation,
  resolveActive,
  setTodos,
  spawnChild,
} from './tree.js'
export { type Judgement, mayResolve, proof, type Standing } from './verify.js'
