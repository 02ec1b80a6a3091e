import { LIMITS } from '#core'
import type { Guard } from '../guard.js'

/**
 * The same call with the same result adds nothing. Equal calls with different results
 * (edit, build, edit, build) are normal work and are never counted.
 */
export const repeatCall: Guard = {
  name: 'repeat_call',
  watch({ calls, step }) {
    const last = calls.at(-1)
    if (last === undefined || last.step !== step) return null
    const equal = calls.filter(
      (call) =>
        call.tool === last.tool &&
        call.argsHash === last.argsHash &&
        call.outcomeHash === last.outcomeHash,
    )
    if (equal.length < LIMITS.repeatsBeforeNudge || equal.length % LIMITS.repeatsBeforeNudge !== 0)
      return null
    return `You made the same ${last.tool} call ${equal.length} times with the same result. The result will not change. Do something else, or call resolve.`
  },
}
