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

/** Calls found at one place, with what of the text they take up. */
export interface Place {
  start: number
  end: number
  calls: RunCall[]
  /** Without marks of its own: bare or fenced JSON. */
  bare: boolean
}

export interface BrokenCall {
  why: string
  /** Where in the text it begins. */
  at: number
  /** The tool that was meant, when that is known. */
  name: string | undefined
  bare: boolean
}

/** What a text turned out to hold, in order. */
export interface FoundCalls {
  places: Place[]
  brokenCall: BrokenCall | null
  thoughts: string[]
  /** Stretches that are thinking or wrapping. */
  hidden: { start: number; end: number }[]
  /** A reasoning block begins and never ends. */
  openThought: boolean
  /** Where the model's own words begin and end. */
  start: number
  end: number
}

const HEADER =
  /\s*(?:<s>|<bos>|<\|begin_of_text\|>)?\s*(?:<\|im_start\|>assistant\n|<\|start_header_id\|>assistant<\|end_header_id\|>\s*|<\|assistant\|>\s*|<\|im_assistant\|>\w*<\|im_middle\|>|<start_of_turn>model\n|<｜Assistant｜>)?/y
/** Most work for one reply: a character that is no mark costs 1. No honest reply comes near. */
const MAX_WORK = 20_000
const STEP_WORK = 8
const READ_WORK = 2
/** Most calls of one reply: it is run whole or not at all, and nobody means so many at once. */
const MAX_CALLS = 250
const TOO_MUCH = 'it stands among too many marks'
const LIST_OPEN = /\[\s*$/
const LIST_PART = /[\s,;\]]*/y
/** On a channel it ends a message, and more may follow. */
const MESSAGE_END = '<|end|>'
const PYTHON_FENCE = 'tool_code'
const RESULT_FENCES = new Set(['tool_output', 'tool_response', 'tool_result', 'tool_results'])

/**
 * Walks a reply once from left to right and finds its calls, its thinking and its first brokenCall.
 * What is quoted, fenced as a document or inside thinking is passed over; so is what a call holds.
 * @param cut  the reply was ended by the token limit
 */
export function findCalls(
  text: string,
  offer: Offer,
  dialects: readonly Dialect[],
  cut: boolean,
): FoundCalls {
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

  function fail(at: number, why: string, name: string | undefined, bare: boolean): number {
    done.brokenCall = { why, at, name, bare }
    return OVER
  }

  /** Takes what was found at a place; -1 when it is no call. */
  function take(found: Found, at: number, bare: boolean): number {
    if (found.kind === 'none') return -1
    if (found.kind === 'over') return over(at)
    if (found.kind === 'thought') return hide(at, found.end, found.thought)
    if (found.kind === 'broken') {
      const known = found.name === undefined || offer.find(found.name).kind !== 'unknown'
      return known ? fail(at, found.why, found.name, bare) : -1
    }
    if (found.calls.length + called > MAX_CALLS)
      return fail(at, `there are more than ${MAX_CALLS} calls`, undefined, bare)
    const checked = validateCalls(found.calls, offer, cut)
    if (checked.kind === 'prose') return found.end
    if (checked.kind === 'broken') return fail(at, checked.why, checked.name, bare)
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
      // What was found so far is not all that was said: then nothing of it is run.
      if (!source.afford(word.length)) return done.places.length === 0 ? NONE : broken(TOO_MUCH)
      const found = dialect.read(source, at, word, offer)
      if (found.kind !== 'none') return found
    }
    return NONE
  }

  function atMark(word: string, at: number): number {
    const mark = marks.find(word)
    const behind = at + word.length
    if (mark === undefined) return atOther(at)
    if (mark.kind === 'think') return isTalkedAbout(at) ? behind : think(mark.close, at, behind)
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

  /** No mark: a comment is passed over, anything else is a character. */
  function atOther(at: number): number {
    const close = text.startsWith('<!--', at) ? source.find('-->', at) : -1
    return close === -1 ? at + 1 : close
  }

  /** A quoted call is passed over whole; one that cannot be read takes its line with it. */
  function quotedEnd(found: Found, at: number): number {
    if (found.kind === 'calls') return found.end
    const line = source.find('\n', at)
    return line === -1 ? text.length : line
  }

  function isTalkedAbout(at: number): boolean {
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

  /** A closer without its opener makes all before it thinking; inside a line it is prose about tags. */
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
    const endsMessage = word === MESSAGE_END && !isTalkedAbout(at)
    return endsMessage ? hide(at, behind, '') : behind
  }

  function endsTurn(word: string, at: number): boolean {
    if (isTalkedAbout(at)) return false
    if (word === MESSAGE_END) return source.find('<|channel|>', start) === -1
    if (word !== '</s>') return true
    return !text.slice(text.lastIndexOf('\n', at) + 1, at).includes('<s>')
  }

  function atBrace(at: number): number {
    const isStart = text.slice(start, Math.min(at, start + 20)).trim() === '' && at < start + 20
    const bare = readBareObject(source, at, offer, isStart)
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

  /** Reads a fence that holds calls and nothing else; -1 when it is none. */
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
      const found = readBareObject(source, at, offer, at === source.space(fence.body))
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
      if (done.places.length > 0) fail(found.index, TOO_MUCH, undefined, false)
      break
    }
    at = step(found[0], found.index)
    work += at > found.index + 1 ? STEP_WORK : 1
  }
  return done
}
