import { accepts } from '../facts/acceptance.js'
import type { Law, TestChange } from '../facts/types.js'
import { compareCheck } from '../tests/compare_check.js'

/** Tests that the task weakened, and their configuration, are no neutral judge until the user accepts the change. */
export const changedTests: Law = {
  name: 'changed_tests',
  judge(standing, { isTask }) {
    if (!isTask) return null
    const accepted = accepts(standing.asked)
    const tests = standing.sessionChanges.flatMap((change): TestChange[] => {
      const found = compareCheck(change, standing)
      if (found === null || accepted[found.kind] || standing.accepted.has(change.path)) return []
      return [{ path: change.path, why: found.why }]
    })
    if (tests.length === 0) return null
    const list = tests.map(({ path, why }) => `${path} (${why})`).join('; ')
    return {
      message: `not proven: you changed what judges the task: ${list}. Restore it, and fix the code instead. If the task needs this change, call resolve again: the user will see the difference.`,
      reason: `the task changed its tests: ${list}`,
      refuse: 1,
      tests,
    }
  },
}
