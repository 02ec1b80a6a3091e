import { countNoun } from '#core'
import { isPartOf, type Loop, type LoopInput } from '#planner'

/**
 * What a loop says, in the times that its calls ran: the loop itself also counts those that were withheld, as if
 * they had failed once more.
 * @returns `says` for the model, and how many more calls of it were withheld
 */
export function countRan(loop: Loop, past: LoopInput): { says: string; withheld: number } {
  const withheld = past.calls.filter(
    (call) =>
      call.mark === 'withheld' && (loop.file !== undefined || isPartOf(loop, call) !== null),
  ).length
  const each = loop.file === undefined ? Math.max(1, loop.calls.length) : 1
  const [, lead = '', count = '', rest = ''] = /^(.*? )(\d+) times(.*)\.$/.exec(loop.says) ?? []
  // A cycle is counted once for all of its calls.
  const ran = Number(count) - Math.ceil(withheld / each)
  if (withheld === 0 || ran < 1) return { says: loop.says, withheld: 0 }
  return { says: `${lead}${countNoun(ran, 'time')}${rest}.`, withheld }
}
