import type { Guard } from '../guard.js'
import { isSameStep, type PastCall } from '../loop.js'

const TIMES = 3

/**
 * A read or search that comes again and again between other calls, although no file was changed. Neighbours are a
 * `cycle`. Nothing is withheld: a small window may have lost the result.
 */
export const repeat: Guard = {
  name: 'repeat',
  cap: 8,
  rest: 3,
  watch({ calls, textOnly, step }) {
    if (textOnly) return null
    const changed = calls.findLastIndex(({ effect, ok }) => effect === 'edit' && ok)
    const same = calls.slice(changed + 1)
    for (const call of same.filter((one) => one.step === step)) {
      if (call.effect !== 'read' || !call.ok) continue
      const count = same.filter((one) => isSameStep(one, call)).length
      if (count >= TIMES) return says(call, count)
    }
    return null
  },
}

function says({ tool }: PastCall, count: number): string {
  return `You made this ${tool} call ${count} times, and its result did not change. Say in one sentence what it shows. Then use it.`
}
