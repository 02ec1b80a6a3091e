import { changedPaths, lastChange } from '../facts/changes.js'
import { provingTest } from '../facts/test_rows.js'
import type { Law, Standing } from '../facts/types.js'

const DOCUMENT =
  /\.(md|mdx|rst|adoc)$|(^|\/)(README|CHANGELOG|LICENSE|AUTHORS|CONTRIBUTING|NOTICE)(\.\w+)?$/i

/** Whether a task changed documentation and nothing else. */
export function isDocumentation(standing: Standing): boolean {
  const paths = changedPaths(standing)
  return paths.length > 0 && paths.every((path) => DOCUMENT.test(path))
}

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
