import { excerptOf } from '../text/excerpt.js'
import { createCounterFilter } from './counter_filter.js'
import { createRepeatScore, type RepeatScore } from './repeat_score.js'

/** A text that has begun to go round in circles. All counts are characters (UTF-16 units). */
export interface Loop {
  /** Where it was certain. */
  at: number
  /** Up to here the text says something: the repeated part stands there once. */
  keep: number
  /** Length of what is repeated, at its last return. */
  period: number
  times: number
  /** The repeated part, or its beginning. */
  excerpt: string
  /** Only numbers change, each by the same step. */
  counting: boolean
}

/** Watches one stream of text, in any pieces, for a loop that will not end by itself. */
export interface RepetitionDetector {
  /** @returns the loop once there is one; the same for every way of cutting the text */
  push(text: string): Loop | null
}

/**
 * Repeated characters beyond the third time that name a loop. A matrix of zeros, a drawing or a long
 * line of dashes stays below the first. An answer may hold a call as text, and a file that is written
 * may be made of equal lines: it is let go on for longer, and is then worth a program that writes it.
 */
const PLAIN_LIMITS = { reasoning: 2_400, content: 6_000, arguments: 12_000 }
/** The same where numbers count on: a long log or list looks like that, and ends. */
const COUNTING_LIMIT = 10_000
/** Most of the repeated part that is looked at for the excerpt. */
const SHOWN = 600

/** See bench/repetition for what it catches, when, and what it lets pass. */
export function createRepetitionDetector(
  field: keyof typeof PLAIN_LIMITS = 'reasoning',
): RepetitionDetector {
  const plain = createRepeatScore(PLAIN_LIMITS[field])
  const counting = createRepeatScore(Math.max(COUNTING_LIMIT, PLAIN_LIMITS[field]))
  const counters = createCounterFilter()
  let taken = 0
  /** Units that the counters have let through: fewer than were taken. */
  let letThrough = 0
  let counted = false
  const put = (code: number): void => {
    letThrough += 1
    counted = counting.push(code) || counted
  }

  function loopIn(watch: RepeatScore, isCounting: boolean): Loop {
    const period = Math.max(1, watch.period())
    // The run is counted from the fourth time on; the first is kept.
    const behind = (isCounting ? letThrough : taken) - watch.since()
    const keep = Math.max(0, taken - behind - 2 * period)
    const excerpt = excerptOf(plain.tail(Math.min(period, SHOWN)))
    return { at: taken, keep, period, times: watch.times(), excerpt, counting: isCounting }
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
  }
}
