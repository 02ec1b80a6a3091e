import { asksForTest } from '../../facts/acceptance.js'
import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { hasChangedTest } from '../../tests/has_changed_test.js'

/** A task that asks for a change with a test is half done without that test. */
export const askedTest: Law = {
  name: 'asked_test',
  judge(standing, { isTask }) {
    if (!isTask || changedPaths(standing).length === 0 || !asksForTest(standing.asked)) return null
    if (hasChangedTest(standing)) return null
    return {
      message:
        'the task asks for a test, and none was written. Write it, or say that it is missing.',
      reason: 'the task asks for a test, and none was written',
      refuse: 1,
    }
  },
}
