import { excerptOf } from '../text/excerpt.js'
import { createCounterFilter } from './counter_filter.js'
import { createRepeatScore, type RepeatScore } from './repeat_score.js'

/** A text that repeats itself. All counts are characters (UTF-16 units). */
export interface Loop {
  /** Where the loop was detected. */
  at: number
  /** The text up to here is kept: it contains the repeated part once. */
  keep: number
  /** Length of the repeated part, at its last occurrence. */
  period: number
  times: number
  /** The repeated part, or its beginning. */
  excerpt: string
  /** Only numbers change, each by the same step. */
  counting: boolean
}

/** Detects an endless loop in one stream of text. */
export interface RepetitionDetector {
  /** @returns the loop once there is one; the result does not depend on how the text is split */
  push(text: string): Loop | null
  /** @returns the loop in which a text was that the token limit ended: a third of the limit is enough there */
  cut(): Loop | null
}

/**
 * Repeated characters beyond the third occurrence that make a loop. A matrix of zeros, a drawing or a long
 * line of dashes stays below the first limit. An answer may contain a call as text, and a written file may
 * have many equal lines, so these have higher limits. A file beyond them is better written by a program.
 */
const PLAIN_LIMITS = { reasoning: 2_400, content: 6_000, arguments: 12_000 }
/** The limit when only numbers change: a long log or list looks like that, and it ends. */
const COUNTING_LIMIT = 10_000
/** At most this much of the repeated part is used for the excerpt. */
const SHOWN = 600

/** Measured in bench/repetition: what it detects, how early, and what it accepts. */
export function createRepetitionDetector(
  field: keyof typeof PLAIN_LIMITS = 'reasoning',
): RepetitionDetector {
  const plain = createRepeatScore(PLAIN_LIMITS[field])
  const counting = createRepeatScore(Math.max(COUNTING_LIMIT, PLAIN_LIMITS[field]))
  const counters = createCounterFilter()
  let taken = 0
  /** Units that the counter filter has passed on: fewer than were taken. */
  let passedOn = 0
  let counted = false
  const put = (code: number): void => {
    passedOn += 1
    counted = counting.push(code) || counted
  }

  function loopIn(score: RepeatScore, isCounting: boolean): Loop {
    const period = Math.max(1, score.period())
    // The run is counted from the fourth occurrence; the first one is kept.
    const behind = (isCounting ? passedOn : taken) - score.since()
    const keep = Math.max(0, taken - behind - 2 * period)
    const excerpt = excerptOf(plain.tail(Math.min(period, SHOWN)))
    return { at: taken, keep, period, times: score.times(), excerpt, counting: isCounting }
  }

  return {
    push(text) {
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at)
        taken += 1
        const isPlain = plain.push(code)
        counters.push(code, put)
        if (!isPlain && !counted) continue
        return loopIn(isPlain ? plain : counting, !isPlain)
      }
      return null
    },
    cut: () => (plain.score() * 3 >= PLAIN_LIMITS[field] ? loopIn(plain, false) : null),
  }
}
