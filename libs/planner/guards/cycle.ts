import { LIMITS } from '#core'
import type { Guard } from '../guard.js'
import {
  capBySteps,
  isSameStep,
  type Loop,
  type LoopInput,
  type PastCall,
  weighLate,
  weightOf,
} from '../loop.js'
import { onlyShows } from '../only_shows.js'

/** Further runs of a working command: ten in all are a check that it is steady. */
const FURTHER = { weight: 0.25, first: 7 }
/** A command that waits may be waiting for something outside. */
const WAITS = /\bsleep\s+\d/

/**
 * One to six calls that come again in the same order with the same results (rows 30, 53). Equal calls with
 * different results (edit, build, edit, build) are normal work.
 */
export const cycle: Guard = {
  name: 'cycle',
  loop({ calls, outputs = [] }) {
    const whole = oncePerStep(calls)
    let longest: Loop | null = null
    for (let period = 1; period <= LIMITS.cycleCalls; period++) {
      const found = cycleOf(whole, period, outputs)
      if (found !== null && found.count > (longest?.count ?? 1)) longest = found
    }
    return longest
  },
}

/** Equal neighbours of one reply count once: the model saw no result between them. */
function oncePerStep(calls: readonly PastCall[]): PastCall[] {
  return calls.filter((call, at) => {
    const before = calls[at - 1]
    return before === undefined || before.step !== call.step || !isSameStep(before, call)
  })
}

/** Every command of this step shows something and changes nothing. */
function isReadOnly({ step }: PastCall, outputs: NonNullable<LoopInput['outputs']>): boolean {
  const ran = outputs.filter((one) => one.step === step && one.kind === 'shell_output')
  return ran.length > 0 && ran.every(({ asked }) => onlyShows(asked))
}

/** A command that works may do something that its output does not show: it is warned at once and stopped late. */
function slowly(rounds: number, waits: boolean): number {
  const further = Math.max(0, rounds - LIMITS.loopWarned)
  const late = waits ? further * FURTHER.weight : weighLate(further, FURTHER)
  return Math.min(rounds, LIMITS.loopWarned) + late
}

/** A command of this step has a pause. */
function isWaiting({ step }: PastCall, outputs: NonNullable<LoopInput['outputs']>): boolean {
  return outputs.some((one) => one.step === step && WAITS.test(one.asked))
}

function cycleOf(
  calls: readonly PastCall[],
  period: number,
  outputs: NonNullable<LoopInput['outputs']>,
): Loop | null {
  const round = calls.slice(-period)
  const first = round[0]
  if (round.length < period || first === undefined) return null
  // A cycle of equal calls is a shorter cycle.
  if (period > 1 && round.every((call) => isSameStep(call, first))) return null
  let repeated = 0
  for (let at = calls.length - 1; at >= period; at--) {
    const [now, then] = [calls[at], calls[at - period]]
    if (now === undefined || then === undefined || !isSameStep(now, then)) break
    repeated++
  }
  const weight = Math.min(...round.map(weightOf))
  const mayAct =
    period === 1 && first.ok && first.effect === 'command' && !isReadOnly(first, outputs)
  const counted = (matches: number) => {
    const rounds = 1 + Math.floor(matches / period) * weight
    return capBySteps(
      mayAct ? slowly(rounds, isWaiting(first, outputs)) : rounds,
      calls.slice(-(matches + period)).map(({ step }) => step),
    )
  }
  const count = counted(repeated)
  const whole = calls.slice(-(repeated + period))
  const names = round.map(({ tool }) => tool).join(', ')
  const what = period === 1 ? `the same ${names} call` : `the same ${period} calls (${names})`
  return {
    count,
    before: counted(Math.max(0, repeated - 1)),
    says: `You made ${what} ${Math.floor(count)} times with the same result${period === 1 ? '' : 's'}.`,
    calls: round,
    failing: period > 1 && whole.some(({ ok, mark }) => !ok && mark !== 'withheld'),
    denied: whole.some(({ denied }) => denied),
  }
}
