import type { Guard } from '../guard.js'
import { isSameStep, type LoopInput } from '../loop.js'

/** What one more run with the same failure counts: an attempt at a repair is no loop, 15 of them are. */
const WEIGHT = 0.5
/** Edits of more files than these are work through a list, of which the test says nothing yet. */
const MOST_FILES = 3

/** A command that fails the same way after each of many edits of the same few files (row 30). */
export const sameFailure: Guard = {
  name: 'same_failure',
  loop({ calls, outputs = [] }) {
    const runs = sameRuns(calls)
    const edited = new Set(
      outputs.filter(({ kind }) => kind === 'edit_applied').map(({ asked }) => asked),
    )
    if (runs.length < 3 || edited.size === 0 || edited.size > MOST_FILES) return null
    const now = calls.at(-1)?.step ?? 0
    const older = runs.filter(({ step }) => step < now)
    return {
      count: 1 + (runs.length - 1) * WEIGHT,
      before: 1 + Math.max(0, older.length - 1) * WEIGHT,
      says: `The same command failed in the same way ${runs.length} times, with your edits between.`,
      calls: [],
      failing: false,
      denied: false,
    }
  },
}

/** The newest runs of the command that failed last, back to one with another result. */
function sameRuns(calls: LoopInput['calls']): LoopInput['calls'] {
  const ran = calls.filter(({ effect }) => effect === 'command')
  const last = ran.at(-1)
  if (last === undefined || last.ok) return []
  const other = ran.findLastIndex((call) => !isSameStep(call, last))
  return ran.slice(other + 1)
}
