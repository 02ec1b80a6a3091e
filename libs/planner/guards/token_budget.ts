import type { Guard } from '../guard.js'

/** Share of the tokens of a task at which the model is warned (row 30). */
const WARN_SHARE = 0.7

/** The tokens of a task come to their end. At the limit the run stops (supervisor/stages/before_step.ts). */
export const tokenBudget: Guard = {
  name: 'token_budget',
  cap: 1,
  watch({ budget, textOnly }) {
    if (textOnly || budget == null || budget.used < budget.most * WARN_SHARE) return null
    return 'Most of the tokens for this task are used. Finish the most important part now. Run the tests. Then call resolve and name what is left.'
  },
}
