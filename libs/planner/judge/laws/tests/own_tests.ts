import { accepts } from '../../facts/acceptance.js'
import { lastChange } from '../../facts/changes.js'
import type { Law, Standing } from '../../facts/types.js'

/** A project whose only tests were written by the task has no neutral judge, unless the user asked for tests. */
export const ownTests: Law = {
  name: 'own_tests',
  judge(standing, { isTask }) {
    if (!isTask || lastChange(standing) === null || accepts(standing.asked).newTests) return null
    const created = new Set(
      standing.changes
        .filter(({ before, after }) => before === null && !isMoved(after, standing))
        .map(({ path }) => path),
    )
    if (created.size === 0) return null
    const { testFiles, checkTexts } = standing
    // What the compiler built has no text.
    const built = new Set(
      standing.changes.filter(({ after }) => after === '').map(({ path }) => path),
    )
    const named = [...created].filter(
      (path) => !built.has(path) && checkTexts.some((text) => names(text, path)),
    )
    const isOwn =
      testFiles.length > 0 ? testFiles.every((path) => created.has(path)) : named.length > 0
    const own = testFiles.length > 0 ? testFiles : named
    const open = own.filter((path) => !standing.accepted.has(path))
    if (!isOwn || open.length === 0) return null
    return {
      message: 'not proven: the only tests are those of this task.',
      reason: 'the only tests are those that this task wrote',
      refuse: 0,
      tests: open.map((path) => ({ path, why: 'this task wrote it' })),
    }
  },
}

/** A file that only has another name now. */
function isMoved(text: string | null, { changes }: Pick<Standing, 'changes'>): boolean {
  return changes.some(({ before, after }) => after === null && before === text)
}

function names(text: string, path: string): boolean {
  return text.split(/[\s"'=]+/).some((word) => word.replace(/^\.\//, '') === path)
}
