import type { Guard } from '../guard.js'
import { hasName, namesIn } from '../items/names.js'
import { complainedErrors } from '../judge/content/complained_errors.js'
import { changedPaths } from '../judge/facts/changes.js'
import type { Standing } from '../judge/facts/types.js'

/** Names of the task that are looked for, and newest rows that are searched. */
const MOST_NAMES = 6
const MOST_ROWS = 400

/** Evidence before done: the task's own names have met in one result, or each was seen in some result. */
export const unseenNames: Guard = {
  name: 'unseen_names',
  cap: 1,
  refuse({ standing }) {
    if (standing.wants !== 'change' || changedPaths(standing).length === 0) return null
    // What raises an error is the place, and it need not name it.
    const complained = complainedErrors(standing.asked)
    const names = namesIn(standing.asked)
      .filter((name) => !complained.has(name))
      .slice(0, MOST_NAMES)
    if (names.length === 0) return null
    const seen = new Set<string>()
    for (const text of resultsOf(standing)) {
      const here = names.filter((name) => hasName(text, name))
      if (here.length > 1) return null
      for (const name of here) seen.add(name)
    }
    const unseen = names.filter((name) => !seen.has(name))
    if (unseen.length === 0) return null
    return `not done: no result of this task shows ${unseen.join(', ')}. Read or search the place that the task means. Compare it with your change.`
  },
}

/** Texts of results: both versions of each changed file, then the newest rows. */
function* resultsOf({ changes, rows, textOf }: Standing): Generator<string> {
  for (const { path, before, after } of changes) yield [path, before, after].join('\n')
  for (const { id, kind, subject } of rows.slice(-MOST_ROWS).reverse())
    if (kind !== 'decision' && kind !== 'diagnostic') yield `${subject}\n${textOf(id)}`
}
