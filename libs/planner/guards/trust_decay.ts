import type { Guard } from '../guard.js'
import { hintFor } from '../hints.js'

const FAILURES = 3

/**
 * A tool that fails again and again with different arguments (row 64). It stays in the list, because a changed list
 * costs the whole prefix. A tool that works better, by the rows of earlier sessions, is named (row 65). A command that
 * fails is a result.
 */
export const trustDecay: Guard = {
  name: 'trust_decay',
  cap: 6,
  rest: 2,
  watch({ calls, step, error, better }) {
    const last = calls.at(-1)
    if (last === undefined || last.step !== step || last.ok || last.effect === 'command')
      return null
    const own = calls.filter(({ tool }) => tool === last.tool)
    const good = own.findLastIndex(({ ok }) => ok)
    const failed = own.slice(good + 1).filter(({ denied, mark }) => !denied && mark !== 'withheld')
    if (failed.length < FAILURES || new Set(failed.map(({ key }) => key)).size < 2) return null
    const other = better?.(last.tool) ?? null
    return [
      `${last.tool} failed ${failed.length} times in a row. ${hintFor(error)}`,
      ...(other === null ? [] : [other]),
    ].join(' ')
  },
}
