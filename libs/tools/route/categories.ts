import type { Category } from '../declare/route.js'
import { CODE_INTEL } from './categories/code_intel.js'
import type { Hint } from './categories/hint.js'
import { PLAN } from './categories/plan.js'
import { READ } from './categories/read.js'
import { RESPOND } from './categories/respond.js'
import { RUN } from './categories/run.js'
import { SEARCH } from './categories/search.js'
import { WEB } from './categories/web.js'
import { WRITE } from './categories/write.js'

/** What speaks for each category, and the confidence below which a second one is taken with it (row 113). */
export const HINTS: Readonly<Record<Category, { hints: readonly Hint[]; sure: number }>> = {
  read: { hints: READ, sure: 0.4 },
  write: { hints: WRITE, sure: 0.3 },
  search: { hints: SEARCH, sure: 0.4 },
  run: { hints: RUN, sure: 0.15 },
  plan: { hints: PLAN, sure: 0.5 },
  code_intel: { hints: CODE_INTEL, sure: 0.4 },
  web: { hints: WEB, sure: 0.5 },
  respond: { hints: RESPOND, sure: 0.3 },
}

/** Which of almost equal categories is taken: the one whose lack would cost most (row 115). */
export const FIRST: readonly Category[] = [
  'write',
  'run',
  'code_intel',
  'search',
  'plan',
  'read',
  'web',
  'respond',
]
