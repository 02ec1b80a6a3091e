import { countNoun, figure, stopStatus, stopText } from '#core'
import type { View } from '#ledger'
import { asksOnly } from '#planner'
import { missingPermission } from '../loops/missing_permission.js'
import { lookAtMap } from '../request/input/map_facts.js'
import { usedTokens } from '../step/used_tokens.js'
import type { Run } from './before_task.js'
import type { Stage } from './stage.js'
import { usedSteps } from './used_steps.js'

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
    name: 'stop when the user or a signal interrupted',
    run(_at, _deps, { aborted, reason }) {
      if (!aborted) return undefined
      return { next: 'end', end: { status: stopStatus(reason), text: stopText(reason) } }
    },
  },
  {
    name: 'stop at the step limit',
    run({ view, run }, deps) {
      const { maxSteps, questionSteps = maxSteps } = deps
      const isQuestion = questionSteps !== maxSteps && asksOnly(view.task.text)
      const limit = isQuestion ? questionSteps : maxSteps
      if (usedSteps(view, run, deps) < limit) return undefined
      const text = `the limit of ${countNoun(limit, 'step')}${isQuestion ? ' for a question' : ''} is reached`
      const permission = missingPermission(view, deps)
      const end =
        permission === null
          ? { status: 'limit' as const, text }
          : { status: 'denied' as const, text: `${text}. ${permission}` }
      return { next: 'end', end }
    },
  },
  {
    name: 'stop at the limit of tokens',
    run({ view }, deps) {
      const { taskTokens: most } = deps
      if (most === undefined || usedTokens(view, deps) < most) return undefined
      const text = `the limit of ${figure(most)} tokens for a task is reached (setting taskTokens)`
      return { next: 'end', end: { status: 'limit', text } }
    },
  },
  {
    // The head may be written now, and writing it waits for nothing.
    name: 'rank the files for the task',
    async run({ view }, deps) {
      if (view.pending === null) await lookAtMap(view, deps)
      return undefined
    },
  },
]
