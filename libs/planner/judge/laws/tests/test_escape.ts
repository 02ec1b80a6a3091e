import type { Law } from '../../facts/types.js'
import { kindOfPath } from '../../tests/check_files.js'
import { findEscape } from '../../tests/escapes.js'

/** Code that ends a test run early, or behaves in another way under test, makes a passing run worthless. */
export const testEscape: Law = {
  name: 'test_escape',
  judge({ asked, changes, checkTexts }, { isTask }) {
    if (!isTask) return null
    for (const change of changes) {
      if (kindOfPath(change.path, checkTexts) !== null) continue
      const why = findEscape(change, { asked })
      if (why === null) continue
      return {
        message: `not proven: ${change.path} ${why}. Remove that. The code has to do its work in the same way with and without tests.`,
        reason: `${change.path} ${why}`,
        refuse: 1,
      }
    }
    return null
  },
}
