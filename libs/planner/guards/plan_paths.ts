import type { Guard } from '../guard.js'
import { pathsIn } from '../items/names.js'

/** A path with a folder and an ending; "and/or" is none. */
const PATH = /\/[^/]*\.[A-Za-z]\w{0,5}$/
const MAKES = /\b(?:create|add|new|write|generate|make|introduce|extract|split|move|rename|copy)\b/i
const NAMED = 3

/** A path of the plan that is not there, unless a step makes it (row 134). It is said once, and nothing is refused. */
export const planPaths: Guard = {
  name: 'plan_paths',
  cap: 1,
  watch({ plan, textOnly, exists }) {
    if (textOnly || exists === undefined) return null
    const open = plan.filter(
      ({ kind, status }) => (kind === 'item' || kind === 'todo') && status !== 'resolved',
    )
    const made = new Set(
      open.filter(({ text }) => MAKES.test(text)).flatMap(({ text }) => pathsIn(text)),
    )
    const named = open.flatMap(({ text }) => pathsIn(text)).filter((path) => PATH.test(path))
    const lost = [...new Set(named)].filter((path) => !made.has(path) && !exists(path))
    if (lost.length === 0) return null
    const what = lost.length === 1 ? 'a path that does not exist' : 'paths that do not exist'
    return `The plan names ${what}: ${lost.slice(0, NAMED).join(', ')}. Find the right path with glob before you use it.`
  },
}
