import type { Guard } from '../guard.js'
import { capBySteps, isSameCall, isSamePlace, type PastCall, weightOf } from '../loop.js'

/**
 * The same call, refused or failing again and again (rows 30, 53), or other calls that fail at the same place with the
 * same error. An edit or another command that worked in between may have changed what it depends on, so the count
 * starts again there.
 */
export const failingCall: Guard = {
  name: 'failing_call',
  loop({ calls }) {
    const last = calls.at(-1)
    if (last === undefined || last.ok) return null
    const same = failures(calls, last)
    const count = countOf(same)
    const isOne = same.every((call) => isSameCall(call, last))
    return {
      count,
      before: countOf(same.slice(1)),
      says: isOne
        ? `The same ${last.tool} call failed ${same.length} times.`
        : `${last.tool} failed ${same.length} times with the same error.`,
      calls: [last],
      ...(isOne ? {} : { place: same.find(({ mark }) => mark !== 'withheld') ?? last }),
      failing: true,
      denied: same.some(({ denied }) => denied),
    }
  },
}

/** It failed there in the same way, or was not run because others did. */
function isLike(call: PastCall, last: PastCall, key: string): boolean {
  return call.mark === 'withheld' ? isSamePlace(call, last) : call.failureKey === key
}

/** The failures of this kind, newest first. */
function failures(calls: readonly PastCall[], last: PastCall): PastCall[] {
  const same: PastCall[] = []
  // A call that was withheld has no error of its own: that of the call before it counts, or of one at its place.
  const known = calls.filter(({ failureKey }) => failureKey != null)
  const before =
    known.findLast((call) => isSameCall(call, last)) ??
    (last.mark === 'withheld' ? known.findLast((call) => isSamePlace(call, last)) : undefined)
  const key = before?.failureKey
  for (const call of [...calls].reverse()) {
    if (isSameCall(call, last)) {
      if (call.ok) break
      same.push(call)
    } else if (key != null && isLike(call, last, key)) same.push(call)
    else if (call.ok && (call.effect === 'edit' || call.effect === 'command')) break
  }
  return same
}

function countOf(same: readonly PastCall[]): number {
  const weights = same.map((call) => weightOf(call))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return capBySteps(
    sum,
    same.map(({ step }) => step),
  )
}
