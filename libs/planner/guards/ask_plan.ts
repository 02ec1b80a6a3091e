import type { Guard } from '../guard.js'
import { needsPlan } from '../needs_plan.js'

/** A long task without a plan gets one request for it, with the first results (rows 127, 128). */
export const askPlan: Guard = {
  name: 'ask_plan',
  cap: 1,
  watch({ asked, plan, textOnly, question, step, askPlan = 'auto' }) {
    if (textOnly || question || step > 2 || plan.length > 1 || askPlan === 'never') return null
    if (askPlan === 'auto' && !needsPlan(asked)) return null
    return 'This task has several parts. Beside your next call, write a numbered list of 2 to 8 short steps. Name the file in each step.'
  },
}
