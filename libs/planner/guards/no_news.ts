import type { Guard } from '../guard.js'
import type { LoopInput, PastOutput } from '../loop.js'

/** What one command without news counts: different commands are stopped later than equal ones. */
const WEIGHT = 0.25

/**
 * Different commands that show nothing new (row 30): the output is text of the command itself, or commands and results
 * differ from earlier ones in their digits only. Any new result starts the count again, and a change forgets all of it.
 */
export const noNews: Guard = {
  name: 'no_news',
  loop(input) {
    const { count, before } = countSteps(input)
    if (count === 0) return null
    return {
      count: 1 + count * WEIGHT,
      before: 1 + before * WEIGHT,
      says: `You made ${count} steps in a row that showed nothing new.`,
      calls: [],
      failing: false,
      denied: false,
    }
  },
}

/** Steps without news up to now, and before the newest step. A step that waits does not count. */
function countSteps({ calls, outputs = [] }: LoopInput): { count: number; before: number } {
  const now = calls.at(-1)?.step ?? 0
  const waiting = new Set(calls.filter(({ mark }) => mark === 'waiting').map(({ step }) => step))
  let steps = new Set<number>()
  let seen = new Set<string>()
  for (const output of outputs) {
    if (waiting.has(output.step)) continue
    const shape = shapeOf(output)
    if (output.acts) seen = new Set()
    if (output.acts || !(seen.has(shape) || isOwnText(output))) steps = new Set()
    else steps.add(output.step)
    seen.add(shape)
  }
  return { count: steps.size, before: steps.has(now) ? steps.size - 1 : steps.size }
}

/** Digits do not count in commands: other rows are compared as they are. */
function shapeOf({ kind, asked, shown, empty }: PastOutput): string {
  // Whatever was searched for, that nothing was found is the same result.
  if (empty === true) return `${kind} nothing found`
  const whole = `${kind} ${asked} ${shown}`
  return kind === 'shell_output' ? whole.replace(/\d+/g, '#') : whole
}

/** The command printed only words that the model wrote. */
function isOwnText({ kind, asked, text }: PastOutput): boolean {
  const printed = text.trim()
  return kind === 'shell_output' && printed !== '' && asked.includes(printed)
}
