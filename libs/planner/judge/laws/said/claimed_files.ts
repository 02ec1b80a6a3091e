import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { missingFile } from '../../stated/claimed_files.js'
import { hasChangedTest } from '../../tests/has_changed_test.js'

/** A README, a changelog or a test that the summary says was written is among the changes. */
export const claimedFiles: Law = {
  name: 'claimed_files',
  judge(standing, { summary, isTask }) {
    // Without a change, the law of claims decides.
    if (!isTask || changedPaths(standing).length === 0) return null
    const said = missingFile(standing, summary, hasChangedTest(standing))
    if (said === null) return null
    return {
      message: `the summary says that ${said} was written, but the task changed no such file. Write it, or leave that out.`,
      reason: `the summary says that ${said} was written, and the task changed no such file`,
      refuse: 1,
    }
  },
}
