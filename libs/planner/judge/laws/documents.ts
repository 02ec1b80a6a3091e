import { lastChange } from '../facts/changes.js'
import { isDocumentation } from '../facts/documentation.js'
import { provingTest } from '../facts/test_rows.js'
import type { Law } from '../facts/types.js'

/** No test proves a text. The end says so and is not refused. */
export const documents: Law = {
  name: 'documents',
  judge(standing, { isTask }) {
    if (!isTask || lastChange(standing) === null || provingTest(standing) !== null) return null
    if (!isDocumentation(standing)) return null
    return {
      message: 'only documentation changed.',
      reason: 'only documentation changed, and no test ran after it',
      refuse: 0,
    }
  },
}
