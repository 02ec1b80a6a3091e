import type { Guard } from '../guard.js'
import { type LoopInput, type PastOutput, weighLate } from '../loop.js'
import { onlyShows } from '../only_shows.js'

/** What one step without news counts: different commands are stopped later than equal ones. */
const WEIGHT = 0.25
/** Searches that find nothing: after twelve the place is found in another way. */
const OF_SEARCH = { weight: WEIGHT, first: 12 }
/** A command that printed only its own words: nothing can be learned from it. */
const OF_OWN_TEXT = 1

/** A number that a command counts with. In a name (`part2.txt`) digits say what is meant. */
const NUMBER = /(?<=^|[\s'"=,])[+-]?\d+p?(?=$|[\s'",])/g

/** A search for another number is another search. */
const SEARCHES = /\b(?:grep|rg|find)\s/

/** own: text of the command · none: as an earlier one but for its numbers, and empty · search: nothing was found · digits: as an earlier one but for its digits. */
type Shown = 'own' | 'none' | 'search' | 'digits'

/**
 * Different commands that show nothing new (row 30): the output is text of the command itself, or commands and results
 * differ from earlier ones in their digits only. Any new result starts the count again, and a change forgets all of it.
 */
export const noNews: Guard = {
  name: 'no_news',
  loop(input) {
    const { steps, now } = newsless(input)
    if (steps.size === 0) return null
    const older = [...steps].filter(([step]) => step < now)
    return {
      count: weigh([...steps]),
      before: weigh(older),
      says: `You made ${steps.size} steps in a row that showed nothing new.`,
      calls: [],
      failing: false,
      denied: false,
    }
  },
}

/** The first step of own text is one repetition, as the first of equal calls is. */
function weigh(steps: readonly [step: number, shown: Shown][]): number {
  const count = (what: Shown) => steps.filter(([, shown]) => shown === what).length
  const own = Math.max(count('own') * OF_OWN_TEXT, 1)
  return own + count('none') + weighLate(count('search'), OF_SEARCH) + count('digits') * WEIGHT
}

/** Steps without news up to now, each with what it showed. A step that waits does not count. */
function newsless({ calls, outputs = [] }: LoopInput): { steps: Map<number, Shown>; now: number } {
  const now = calls.at(-1)?.step ?? 0
  const waiting = new Set(calls.filter(({ mark }) => mark === 'waiting').map(({ step }) => step))
  let steps = new Map<number, Shown>()
  let seen = new Set<string>()
  for (const output of outputs) {
    if (waiting.has(output.step)) continue
    const shape = shapeOf(output)
    const isOwn = isOwnText(output)
    const blank = blankShape(output)
    if (output.acts) seen = new Set()
    const shown = shownBy(output, { isOwn, isBlank: blank !== null && seen.has(blank) })
    if (output.acts || !(seen.has(shape) || isOwn)) steps = new Map()
    else steps.set(output.step, mildest(steps.get(output.step), shown))
    seen.add(shape)
    if (blank !== null) seen.add(blank)
  }
  return { steps, now }
}

function shownBy(
  { empty }: PastOutput,
  { isOwn, isBlank }: { isOwn: boolean; isBlank: boolean },
): Shown {
  if (isOwn) return 'own'
  if (isBlank) return 'none'
  return empty === true ? 'search' : 'digits'
}

/** A step counts as the least of what it showed. */
function mildest(before: Shown | undefined, now: Shown): Shown {
  const order: Shown[] = ['digits', 'search', 'none', 'own']
  return order.find((shown) => shown === before || shown === now) ?? now
}

/** Digits do not count in commands: other rows are compared as they are. */
function shapeOf({ kind, asked, shown, empty }: PastOutput): string {
  // Whatever was searched for, that nothing was found is the same result.
  if (empty === true) return `${kind} nothing found`
  const whole = `${kind} ${asked} ${shown}`
  return kind === 'shell_output' ? whole.replace(/\d+/g, '#') : whole
}

/** What a command that only shows something asked for, where it showed nothing: other lines of a file are the same. */
function blankShape({ kind, asked, text }: PastOutput): string | null {
  if (kind !== 'shell_output' || text.trim() !== '' || !onlyShows(asked) || SEARCHES.test(asked))
    return null
  return `nothing ${asked.replace(NUMBER, '#')}`
}

/** The command printed only words that the model wrote. A number of `sed -n 31,39p` may be in the file, too. */
function isOwnText({ kind, asked, text }: PastOutput): boolean {
  const printed = text.trim()
  if (/^\d+$/.test(printed) && onlyShows(asked)) return false
  return kind === 'shell_output' && printed !== '' && asked.includes(printed)
}
