import type { View } from '#ledger'
import type { Run } from './before_task.js'
import type { Stage } from './stage.js'

/** A step that is about to begin. */
export interface StepStart {
  view: View
  run: Run
}

/** Runs before every step: each stage may end the run. */
export const BEFORE_STEP: readonly Stage<StepStart>[] = [
  {
    name: 'stop when the task is closed',
    run: ({ view }) => (view.task.status === 'open' ? undefined : { next: 'end' }),
  },
  {
    name: 'stop when the user interrupted',
    run: (_at, _deps, signal) =>
      signal.aborted
        ? { next: 'end', end: { status: 'interrupted', text: 'interrupted by the user' } }
        : undefined,
  },
  {
    name: 'stop at the step limit',
    run: ({ view, run }, { maxSteps }) =>
      view.task.step - run.first.task.step >= maxSteps
        ? {
            next: 'end',
            end: { status: 'limit', text: `the limit of ${maxSteps} steps is reached` },
          }
        : undefined,
  },
]
