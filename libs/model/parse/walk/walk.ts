import type { Source } from '../../text/source.js'
import type { Offer } from '../calls/offered_tools.js'
import { type Invalid, type RunCall, validateCalls } from '../calls/validate_calls.js'
import { broken, type Found, NONE } from '../syntax/dialect.js'
import type { Mark, Marks } from './marks.js'
import { hasWordsBehind } from './quoting.js'
import type { LastAnswers } from './turns.js'

/** Calls at one place, with their range in the text. */
export interface Place {
  start: number
  end: number
  calls: RunCall[]
  /** Bare or fenced JSON, without a mark. */
  bare: boolean
}

export interface BrokenCall extends Invalid {
  /** Its index in the text. */
  at: number
  bare: boolean
}

/** How a call shows that it is one: by a mark, by a mark inside of a fence, or only by its own form. */
export type Sign = 'marked' | 'fenced' | 'bare'

/** The content of a reply, in order. */
export interface FoundCalls {
  places: Place[]
  brokenCall: BrokenCall | null
  /** Marked calls of tools that do not exist. They are no part of the answer. */
  unknown: { name: string; at: number }[]
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
const IN_DOUBT = 'it is before the end of a thought that did not start the reply'
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
  /** Closing tags of thinking whose opening tag was only mentioned. */
  mentions: Set<string>
  /** A call that ends before this index may be part of a thought; 0 without doubt. */
  doubtUntil: number
  /** The model began to write the turns of others: a call behind them is invented as well. */
  invented: boolean
  /** The last lines that begin an answer; undefined before they were searched. */
  answers: LastAnswers | undefined
  /** Stores a range that is not part of the answer, and its thought. */
  hide(from: number, to: number, thought: string): number
  /** Stores an invalid call and stops. */
  fail(brokenCall: BrokenCall): number
  /** Ends the model's turn at an index and stops. */
  over(at: number): number
  /** Stores what was found; returns the index after it, or -1 when it is not a call. */
  take(found: Found, at: number, sign: Sign): number
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
    unknown: [],
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
    mentions: new Set(),
    doubtUntil: 0,
    invented: false,
    answers: undefined,

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

    take(found, at, sign) {
      if (found.kind === 'none') return -1
      if (found.kind === 'over') return walk.over(at)
      if (found.kind === 'thought') return walk.hide(at, found.end, found.thought)
      if (walk.invented) return walk.over(at)
      const bare = sign === 'bare'
      if (found.kind === 'broken') {
        const known = found.name === undefined || offer.find(found.name).kind !== 'unknown'
        if (known) return walk.fail({ why: found.why, at, name: found.name, bare })
        if (sign !== 'marked') return -1
        const { name = '' } = found
        return walk.fail({ why: noSuchTool(name), at, name, bare })
      }
      if (found.calls.length + called > MAX_CALLS)
        return walk.fail({ why: TOO_MANY_CALLS, at, bare })
      const checked = validateCalls(found.calls, offer, { cut, written: true })
      // A mark says that a call was meant, so its unknown name is an error and not an answer.
      const meant = sign === 'marked' && !isSentence(found, source)
      if (meant && checked.kind !== 'broken' && checked.unknown !== undefined)
        done.unknown.push({ name: checked.unknown, at })
      if (checked.kind === 'prose') return meant ? walk.hide(at, found.end, '') : found.end
      if (checked.kind === 'broken') {
        const { why, name, call } = checked
        return walk.fail({ why, name, call, at, bare })
      }
      if (found.end <= walk.doubtUntil) return walk.fail({ why: IN_DOUBT, at, bare })
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

/** Tags around a word, with more words behind: `<tool_call> and </tool_call> are tags`. */
function isSentence(found: Extract<Found, { kind: 'calls' }>, source: Source): boolean {
  const isEmpty = found.calls.every((call) => Object.keys(call.arguments).length === 0)
  return isEmpty && hasWordsBehind(source, found.end)
}

export function noSuchTool(name: string): string {
  return `there is no tool "${name.slice(0, 60)}"`
}
