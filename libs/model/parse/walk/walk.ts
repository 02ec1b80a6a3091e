import type { Source } from '../../text/source.js'
import type { Offer } from '../calls/offered_tools.js'
import type { RunCall } from '../calls/validate_calls.js'
import { validateCalls } from '../calls/validate_calls.js'
import { broken, type Found, NONE } from '../syntax/dialect.js'
import type { Mark, Marks } from './marks.js'

/** Calls at one place, with their range in the text. */
export interface Place {
  start: number
  end: number
  calls: RunCall[]
  /** Bare or fenced JSON, without a mark. */
  bare: boolean
}

export interface BrokenCall {
  why: string
  /** Its index in the text. */
  at: number
  /** The tool's name, when it is known. */
  name: string | undefined
  bare: boolean
}

/** The content of a reply, in order. */
export interface FoundCalls {
  places: Place[]
  brokenCall: BrokenCall | null
  thoughts: string[]
  /** Ranges of thinking and of wrappers. */
  hidden: { start: number; end: number }[]
  /** A reasoning block has no end. */
  openThought: boolean
  /** The range of the model's own turn. */
  start: number
  end: number
}

/** The index after the end of the reply: the walk stops. */
export const STOP = Number.POSITIVE_INFINITY
/** Limit of calls in one reply. With more, no call is run: such a reply is an error. */
const MAX_CALLS = 250
const TOO_MANY_CALLS = `the reply has more than ${MAX_CALLS} calls`
export const TOO_MUCH = 'the reply has too many call marks'
const READ_WORK = 2

/** One pass over a reply. Every function that reads a place returns the index where the walk continues. */
export interface Walk {
  source: Source
  text: string
  offer: Offer
  marks: Marks
  /** What was found so far. */
  done: FoundCalls
  /** Units of work so far. */
  work: number
  /** Stores a range that is not part of the answer, and its thought. */
  hide(from: number, to: number, thought: string): number
  /** Stores an invalid call and stops. */
  fail(brokenCall: BrokenCall): number
  /** Ends the model's turn at an index and stops. */
  over(at: number): number
  /** Stores what was found; returns the index after it, or -1 when it is not a call. */
  take(found: Found, at: number, bare: boolean): number
  /** Reads a call at its mark by every dialect that has the mark. */
  readMark(mark: Extract<Mark, { kind: 'call' }>, word: string, at: number): Found
}

/**
 * @param start  index of the first character of the model's own turn
 * @param cut    the token limit ended the reply
 */
export function createWalk(
  { source, offer, marks, cut }: Pick<Walk, 'source' | 'offer' | 'marks'> & { cut: boolean },
  start: number,
): Walk {
  let called = 0
  const done: FoundCalls = {
    places: [],
    brokenCall: null,
    thoughts: [],
    hidden: [],
    openThought: false,
    start,
    end: source.text.length,
  }

  const walk: Walk = {
    source,
    text: source.text,
    offer,
    marks,
    done,
    work: 0,

    hide(from, to, thought) {
      done.hidden.push({ start: from, end: to })
      if (thought !== '') done.thoughts.push(thought)
      return to
    },

    fail(brokenCall) {
      done.brokenCall = brokenCall
      return STOP
    },

    over(at) {
      done.end = at
      return STOP
    },

    take(found, at, bare) {
      if (found.kind === 'none') return -1
      if (found.kind === 'over') return walk.over(at)
      if (found.kind === 'thought') return walk.hide(at, found.end, found.thought)
      if (found.kind === 'broken') {
        const known = found.name === undefined || offer.find(found.name).kind !== 'unknown'
        return known ? walk.fail({ why: found.why, at, name: found.name, bare }) : -1
      }
      if (found.calls.length + called > MAX_CALLS)
        return walk.fail({ why: TOO_MANY_CALLS, at, name: undefined, bare })
      const checked = validateCalls(found.calls, offer, cut)
      if (checked.kind === 'prose') return found.end
      if (checked.kind === 'broken')
        return walk.fail({ why: checked.why, at, name: checked.name, bare })
      called += checked.calls.length
      done.places.push({ start: at, end: found.end, calls: checked.calls, bare })
      return found.end
    },

    readMark(mark, word, at) {
      walk.work += READ_WORK
      for (const dialect of mark.dialects) {
        // The calls so far may be incomplete, so none of them is run.
        if (!source.afford(word.length)) return done.places.length === 0 ? NONE : broken(TOO_MUCH)
        const found = dialect.read(source, at, { mark: word, offer })
        if (found.kind !== 'none') return found
      }
      return NONE
    },
  }
  return walk
}
