import { createSource } from '../../text/source.js'
import type { Offer } from '../calls/offered_tools.js'
import type { Dialect } from '../syntax/dialect.js'
import { atBrace } from './at_brace.js'
import { atBackticks } from './at_fence.js'
import { atMark } from './at_mark.js'
import { atStart } from './at_start.js'
import { atYaml } from './at_yaml.js'
import { marksOf, YAML_HEAD } from './marks.js'
import { shownAlone } from './shown_alone.js'
import { isAnswered, isTurn, lastAnswers } from './turns.js'
import { createWalk, type FoundCalls, TOO_MUCH, type Walk } from './walk.js'

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

/**
 * Reads a reply once from left to right and finds its calls, its thinking and its first invalid call.
 * Skips quoted text, fences that are documents, thinking, and the contents of calls.
 */
export function findCalls(text: string, options: FindOptions): FoundCalls {
  const found = readOnce(text, options)
  if (found.places.length > 0 || found.brokenCall !== null || found.openThought) return found
  const shown = shownAlone(createSource(text))
  const inside = shown === null ? undefined : readOnce(shown.text, options)
  const name = inside?.places[0]?.calls[0]?.name ?? inside?.brokenCall?.name
  if (shown === null || name === undefined) return found
  const why = `${shown.why}, so it may be an example. Write the call alone`
  return { ...found, brokenCall: { why, name, at: shown.at, bare: true } }
}

function readOnce(text: string, { offer, dialects, cut }: FindOptions): FoundCalls {
  const source = createSource(text)
  const marks = marksOf(dialects, offer.names)
  const header = source.match(HEADER, 0)?.[0].length ?? 0
  const start = text.slice(0, header).trim() === '' ? 0 : header
  const walk = createWalk({ source, offer, marks, cut }, start)
  for (let at = atStart(walk, start); at <= text.length; ) {
    marks.next.lastIndex = at
    const found = marks.next.exec(text)
    if (found === null) break
    if (walk.work > MAX_WORK) {
      if (walk.done.places.length > 0) walk.fail({ why: TOO_MUCH, at: found.index, bare: false })
      break
    }
    at = step(walk, found[0], found.index)
    walk.work += at > found.index + 1 ? STEP_WORK : 1
  }
  return walk.done
}

/** The words of a user, and an answer to them: the model invented both. It counts where they hold a call. */
function atTurn(walk: Walk, word: string, at: number): number {
  walk.answers ??= lastAnswers(walk.text)
  if (isAnswered(word, at, walk.answers)) walk.invented = true
  return at + word.length
}

/** A block of a page that shows a text: nothing in it is meant. Without its end it is a word. */
function atShown({ source }: Walk, word: string, at: number): number {
  const close = source.find(`</${/^<(\w+)/.exec(word)?.[1]}>`, at)
  return close === -1 ? at + word.length : close
}

/** Reads the place that starts with `word`; returns the index where the walk continues. */
function step(walk: Walk, word: string, at: number): number {
  const { source, text, marks, done } = walk
  if (word === '{') return atBrace(walk, at)
  if (word.startsWith('`') || word.startsWith('~')) return atBackticks(walk, word, at)
  if (YAML_HEAD.test(word)) return atYaml(walk, at)
  if (word === 'Observation:') return done.places.length > 0 ? walk.over(at) : at + word.length
  if (isTurn(word)) return atTurn(walk, word, at)
  if (/^<\w+\b.*>$/.test(word)) return atShown(walk, word, at)
  if ('<[◁'.includes(word)) return atMark(walk, marks.at(text, at), at)
  if (!word.endsWith('>')) return atMark(walk, word, at)
  const line = source.find('\n', at)
  return line === -1 ? text.length : line
}
