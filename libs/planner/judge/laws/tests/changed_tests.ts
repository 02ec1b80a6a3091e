import { accepts } from '../../facts/acceptance.js'
import type { FileChange, Law, Standing, TestChange } from '../../facts/types.js'
import { kindOfPath } from '../../tests/check_files.js'
import { compareCheck } from '../../tests/compare_check.js'

/** Tests that the task weakened, and their configuration, are no neutral judge until the user accepts the change. */
export const changedTests: Law = {
  name: 'changed_tests',
  judge(standing, { isTask }) {
    if (!isTask) return null
    const accepted = accepts(standing.asked)
    const tests = standing.sessionChanges.flatMap((change): TestChange[] => {
      const found = compareCheck(change, standing) ?? changedInput(change, standing)
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

/** Data or a helper of a test, under any name. The user may name it in the task. */
function changedInput(
  { path, before, after }: FileChange,
  { testInputs, asked, checkTexts }: Standing,
): { kind: 'test'; why: string } | null {
  const test = testInputs.get(path)
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (test === undefined || before === after || asked.includes(name)) return null
  // Tests have a comparison of their own. Some tests read the documentation of the project.
  if (kindOfPath(path, checkTexts) !== null || /\.(md|mdx|rst|adoc)$/.test(path)) return null
  return { kind: 'test', why: `${test} uses it, and no source does` }
}
