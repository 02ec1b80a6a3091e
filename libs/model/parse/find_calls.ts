import { createSource } from '../text/source.js'
import type { Offer } from './calls/offered_tools.js'
import { type RunCall, validateCalls } from './calls/validate_calls.js'
import { type Mark, marksOf } from './marks.js'
import {
  closeFence,
  type Fence,
  hasWordsBehind,
  isCued,
  isExplained,
  isQuoted,
  mayCall,
  openFence,
} from './quoting.js'
import { readBareObject } from './read_bare_json.js'
import { broken, type Dialect, type Found, NONE } from './syntax/dialect.js'
import { readPythonCalls } from './syntax/read_python_calls.js'

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

interface FindOptions {
  offer: Offer
  dialects: readonly Dialect[]
  /** The token limit ended the reply. */
  cut: boolean
}

const HEADER =
  /\s*(?:<s>|<bos>|<\|begin_of_text\|>)?\s*(?:<\|im_start\|>assistant\n|<\|start_header_id\|>assistant<\|end_header_id\|>\s*|<\|assistant\|>\s*|<\|im_assistant\|>\w*<\|im_middle\|>|<start_of_turn>model\n|<｜Assistant｜>)?/y
/** Limit of work for one reply; a character that is not a mark costs 1. Normal replies stay far below. */
const MAX_WORK = 20_000
const STEP_WORK = 8
const READ_WORK = 2
/** Limit of calls in one reply. With more, no call is run: such a reply is an error. */
const MAX_CALLS = 250
const TOO_MANY_CALLS = `the reply has more than ${MAX_CALLS} calls`
const TOO_MUCH = 'the reply has too many call marks'
const LIST_OPEN = /\[\s*$/
const LIST_PART = /[\s,;\]]*/y
/** In a reply with channels it ends a message, and other messages may follow. */
const MESSAGE_END = '<|end|>'
const PYTHON_FENCE = 'tool_code'
const RESULT_FENCES = new Set(['tool_output', 'tool_response', 'tool_result', 'tool_results'])

/**
 * Reads a reply once from left to right and finds its calls, its thinking and its first invalid call.
 * Skips quoted text, fences that are documents, thinking, and the contents of calls.
 */
export function findCalls(text: string, { offer, dialects, cut }: FindOptions): FoundCalls {
  const source = createSource(text)
  const marks = marksOf(dialects, offer.names)
  let work = 0
  let called = 0
  const header = source.match(HEADER, 0)?.[0].length ?? 0
  const start = text.slice(0, header).trim() === '' ? 0 : header
  const done: FoundCalls = {
    places: [],
    brokenCall: null,
    thoughts: [],
    hidden: [],
    openThought: false,
    start,
    end: text.length,
  }
  const OVER = Number.POSITIVE_INFINITY

  function hide(from: number, to: number, thought: string): number {
    done.hidden.push({ start: from, end: to })
    if (thought !== '') done.thoughts.push(thought)
    return to
  }

  function fail(brokenCall: BrokenCall): number {
    done.brokenCall = brokenCall
    return OVER
  }

  /** Stores what was found; returns the index after it, or -1 when it is not a call. */
  function take(found: Found, at: number, bare: boolean): number {
    if (found.kind === 'none') return -1
    if (found.kind === 'over') return over(at)
    if (found.kind === 'thought') return hide(at, found.end, found.thought)
    if (found.kind === 'broken') {
      const known = found.name === undefined || offer.find(found.name).kind !== 'unknown'
      return known ? fail({ why: found.why, at, name: found.name, bare }) : -1
    }
    if (found.calls.length + called > MAX_CALLS)
      return fail({ why: TOO_MANY_CALLS, at, name: undefined, bare })
    const checked = validateCalls(found.calls, offer, cut)
    if (checked.kind === 'prose') return found.end
    if (checked.kind === 'broken') return fail({ why: checked.why, at, name: checked.name, bare })
    called += checked.calls.length
    done.places.push({ start: at, end: found.end, calls: checked.calls, bare })
    return found.end
  }

  function over(at: number): number {
    done.end = at
    return OVER
  }

  function readMark(mark: Extract<Mark, { kind: 'call' }>, word: string, at: number): Found {
    work += READ_WORK
    for (const dialect of mark.dialects) {
      // The calls so far may be incomplete, so none of them is run.
      if (!source.afford(word.length)) return done.places.length === 0 ? NONE : broken(TOO_MUCH)
      const found = dialect.read(source, at, { mark: word, offer })
      if (found.kind !== 'none') return found
    }
    return NONE
  }

  function atMark(word: string, at: number): number {
    const mark = marks.find(word)
    const behind = at + word.length
    if (mark === undefined) return atOther(at)
    if (mark.kind === 'think') return isQuotedMark(at) ? behind : think(mark.close, at, behind)
    if (mark.kind === 'unthink') return unthink(at, behind)
    if (mark.kind === 'over') return atOver(word, at, behind)
    if (word === 'Action:' && !startsLine(at)) return behind
    const found = readMark(mark, word, at)
    if (found.kind === 'none') return behind
    if (found.kind !== 'thought' && isQuoted(source, at)) return quotedEnd(found, at)
    const bare = word === '['
    const end = take(found, at, bare)
    return end === -1 ? behind : end
  }

  /** Not a mark: skips a comment or one character. */
  function atOther(at: number): number {
    const close = text.startsWith('<!--', at) ? source.find('-->', at) : -1
    return close === -1 ? at + 1 : close
  }

  /** Skips a quoted call; when it is unreadable, skips the rest of its line. */
  function quotedEnd(found: Found, at: number): number {
    if (found.kind === 'calls') return found.end
    const line = source.find('\n', at)
    return line === -1 ? text.length : line
  }

  function isQuotedMark(at: number): boolean {
    return '`"\'\\'.includes(text[at - 1] ?? ' ')
  }

  function startsLine(at: number): boolean {
    const line = text.slice(Math.max(0, at - 40), at)
    return /(?:^|\n)[ \t*#-]*$/.test(line)
  }

  function think(close: string, at: number, behind: number): number {
    const end = source.find(close, behind)
    if (end === -1) {
      done.openThought = true
      hide(at, text.length, text.slice(behind))
      return OVER
    }
    return hide(at, source.space(end + close.length), text.slice(behind, end))
  }

  /** A closing tag without an opening one ends thinking that started with the reply. Inside a line it is prose. */
  function unthink(at: number, behind: number): number {
    const next = text[behind]
    const seen = done.hidden.length > 0
    const atEdge = next === undefined || next === '\n' || next === '\r' || text[at - 1] === '\n'
    if (!seen && !atEdge) return behind
    const end = source.space(behind)
    if (seen) return hide(at, end, '')
    done.places = []
    return hide(start, end, text.slice(start, at))
  }

  function atOver(word: string, at: number, behind: number): number {
    if (endsTurn(word, at)) return over(at)
    const endsMessage = word === MESSAGE_END && !isQuotedMark(at)
    return endsMessage ? hide(at, behind, '') : behind
  }

  function endsTurn(word: string, at: number): boolean {
    if (isQuotedMark(at)) return false
    if (word === MESSAGE_END) return source.find('<|channel|>', start) === -1
    if (word !== '</s>') return true
    return !text.slice(text.lastIndexOf('\n', at) + 1, at).includes('<s>')
  }

  function atBrace(at: number): number {
    const isStart = text.slice(start, Math.min(at, start + 20)).trim() === '' && at < start + 20
    const bare = readBareObject(source, at, { offer, isStart })
    if (bare.kind === 'prose') return bare.end
    const from = bare.kind === 'calls' ? at - listOpener(at) : at
    const end = bare.kind === 'calls' ? bare.end : at
    const isProse = isQuoted(source, from) || (bare.kind === 'calls' && hasWordsBehind(source, end))
    if (isProse) return quotedEnd(bare, at)
    const taken = take(bare, at, true)
    return taken === -1 ? at + 1 : taken
  }

  function listOpener(at: number): number {
    return LIST_OPEN.exec(text.slice(Math.max(0, at - 20), at))?.[0].length ?? 0
  }

  function atBackticks(run: string, at: number): number {
    const fence = run.length >= 3 ? openFence(source, at) : null
    if (fence !== null) return atFence(fence, at)
    const close = source.find(run, at + run.length)
    const line = source.find('\n', at)
    return close !== -1 && (line === -1 || close < line) ? close + run.length : at + run.length
  }

  function atFence(fence: Fence, at: number): number {
    if (RESULT_FENCES.has(fence.language)) return over(at)
    const before = done.places.length
    if (mayCall(fence) && !isCued(source, at, true)) {
      const end = insideFence(fence)
      if (end === OVER) return end
      if (end !== -1 && !isExplained(source, end)) {
        const first = done.places[before]
        const last = done.places.at(-1)
        if (first !== undefined) first.start = at
        if (last !== undefined) last.end = end
        return end
      }
    }
    done.places.length = before
    return closeFence(source, fence, fence.body)
  }

  /** Reads a fence that contains only calls; -1 when it contains anything else. */
  function insideFence(fence: Fence): number {
    const before = done.places.length
    let at = fence.body
    for (;;) {
      at += source.match(LIST_PART, at)?.[0].length ?? 0
      const isOver = at >= text.length || text.startsWith(fence.mark, at)
      if (isOver) {
        if (done.places.length === before) return -1
        return Math.min(text.length, at + fence.mark.length)
      }
      const end = insideCall(fence, at + (text[at] === '[' ? 1 : 0), at)
      if (end === -1) return -1
      if (end === OVER) return OVER
      at = end
    }
  }

  function insideCall(fence: Fence, at: number, list: number): number {
    const place = source.space(at)
    const count = done.places.length
    const taken = takeInside(fence, place, list)
    return taken === OVER || done.places.length > count ? taken : -1
  }

  function takeInside(fence: Fence, at: number, list: number): number {
    if (text[at] === '{') {
      const found = readBareObject(source, at, { offer, isStart: at === source.space(fence.body) })
      return found.kind === 'prose' ? -1 : take(found, at, true)
    }
    const word = marks.at(text, at)
    const mark = marks.find(word)
    if (mark?.kind === 'call') return take(readMark(mark, word, at), at, false)
    if (fence.language !== PYTHON_FENCE && text[list] !== '[') return -1
    return take(readPythonCalls(source, list, offer), list, false)
  }

  function step(word: string, at: number): number {
    if (word === '{') return atBrace(at)
    if (word.startsWith('`') || word.startsWith('~')) return atBackticks(word, at)
    if (word === 'Observation:') return done.places.length > 0 ? over(at) : at + word.length
    if ('<[◁'.includes(word)) return atMark(marks.at(text, at), at)
    if (!word.endsWith('>')) return atMark(word, at)
    const line = source.find('\n', at)
    return line === -1 ? text.length : line
  }

  for (let at = start; at <= text.length; ) {
    marks.next.lastIndex = at
    const found = marks.next.exec(text)
    if (found === null) break
    if (work > MAX_WORK) {
      if (done.places.length > 0)
        fail({ why: TOO_MUCH, at: found.index, name: undefined, bare: false })
      break
    }
    at = step(found[0], found.index)
    work += at > found.index + 1 ? STEP_WORK : 1
  }
  return done
}
