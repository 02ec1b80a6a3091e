/**
 * Keeps thinking apart from the answer while text streams in. The pieces, joined by type, are the
 * same for every way of cutting the text, and no fragment of a tag is ever shown.
 */
export interface Piece {
  /** `reclaim`: a closing tag came without its opener, so all answer text so far was thinking. */
  type: 'delta' | 'thinking' | 'reclaim'
  text: string
}

/** Where the stream stands: in the answer, in thinking, or in what nobody should see as it comes. */
export type Place = 'text' | 'thinking' | 'hidden'

export interface ThinkSplitter {
  push(text: string): Piece[]
  /** The rest, once no more text comes. */
  flush(): Piece[]
  place(): Place
}

/** Words at which the answer may turn into something that is no text for people, such as a call. */
export interface HiddenWords {
  words: readonly string[]
  /** Those that count at the start of a line only. */
  lineWords: readonly string[]
}

/** Tags that models put around their thinking. */
export const THINK_TAGS = [
  { open: '<think>', close: '</think>' },
  { open: '<thinking>', close: '</thinking>' },
  { open: '<reasoning>', close: '</reasoning>' },
  { open: '<reflection>', close: '</reflection>' },
  { open: '<thought>', close: '</thought>' },
  { open: '<seed:think>', close: '</seed:think>' },
  { open: '[THINK]', close: '[/THINK]' },
  { open: '◁think▷', close: '◁/think▷' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
  { open: '<|channel>thought', close: '<channel|>' },
  { open: '<|inner_prefix|>', close: '<|inner_suffix|>' },
]
const CLOSE_OF = new Map(THINK_TAGS.map(({ open, close }) => [open, close]))
const CLOSERS = THINK_TAGS.map((tag) => tag.close)

/** gpt-oss: each message has a head that names its channel, and one of these ends it. */
const HEADS = ['<|channel|>', '<|start|>']
const HEAD_END = '<|message|>'
const MESSAGE_END = '<|end|>'
const ANALYSIS_ENDS = [MESSAGE_END, '<|return|>', ...HEADS]
/** A longer head is none. */
const HEAD_CHARACTERS = 500
/** Marks that stand around text which is the answer. */
const WRAPPERS = ['<|START_RESPONSE|>', '<|END_RESPONSE|>', MESSAGE_END]
const TAGS = [...CLOSE_OF.keys(), ...CLOSERS, ...HEADS, ...ANALYSIS_ENDS, ...WRAPPERS]

/** Before an opener these mean that the tag is talked about, not used. */
const QUOTES = new Set(['`', '"', "'", '\\'])

/**
 * @param hiddenWords  where the answer is no longer shown as it comes; without it only thinking is kept apart
 */
export function createThinkSplitter(hiddenWords?: HiddenWords): ThinkSplitter {
  const lineWords = new Set(hiddenWords?.lineWords)
  const hidingWords = new Set(hiddenWords === undefined ? [] : [...hiddenWords.words, ...lineWords])
  const find = createFinder([...TAGS, ...hidingWords])
  let held = ''
  let place: Place = 'text'
  /** What ends the thinking. */
  let closers: readonly string[] = []
  let seenTag = false
  let seenHead = false
  /** White space right after a closing tag belongs to neither side. */
  let skipSpace = false
  /** An answer that starts as JSON or a fence quotes whatever tags it holds. */
  let verbatim = false
  let started = false
  let last = ''

  function emit(pieces: Piece[], raw: string): void {
    const text = skipSpace ? raw.trimStart() : raw
    if (text === '') return
    skipSpace = false
    if (place === 'text' && !started && text.trim() !== '') begin(text)
    last = text.at(-1) ?? ''
    if (place === 'hidden') return
    const type = place === 'thinking' ? 'thinking' : 'delta'
    const previous = pieces.at(-1)
    if (previous?.type === type) previous.text += text
    else pieces.push({ type, text })
  }

  function begin(text: string): void {
    started = true
    verbatim = /^\s*[{`]/.test(text)
    // It may well be a call; what it turns out to be is told when it is whole.
    if (hiddenWords !== undefined && /^\s*[{[]/.test(text)) place = 'hidden'
  }

  /** True when the tag found is meant as one; `next` is the character behind it, '' at the end. */
  function counts(tag: string, next: string): boolean {
    if (place === 'thinking') return closers.includes(tag)
    if (CLOSERS.includes(tag)) {
      if (verbatim && place === 'text') return false
      // A closer without an opener stands at the edge of a line; inside one it is prose about tags.
      const atEdge = next === '' || next === '\n' || next === '\r' || last === '\n'
      return place === 'hidden' ? atEdge && !seenTag : atEdge || seenTag
    }
    if (place === 'hidden' || verbatim || QUOTES.has(last)) return false
    if (lineWords.has(tag)) return last === '' || last === '\n'
    return tag !== MESSAGE_END || seenHead || hidingWords.has(tag)
  }

  /** @returns how many characters the tag takes up with what belongs to it; -1 while that is not known */
  function enter(pieces: Piece[], tag: string, at: number, final: boolean): number {
    const close = CLOSE_OF.get(tag)
    if (place === 'thinking') return leave(tag)
    if (close !== undefined) return think([close], true, tag.length)
    if (CLOSERS.includes(tag)) {
      if (!seenTag) pieces.push({ type: 'reclaim', text: '' })
      return leave(tag)
    }
    if (HEADS.includes(tag)) return readHead(at, final)
    if (tag === MESSAGE_END ? !seenHead : !WRAPPERS.includes(tag)) {
      if (hiddenWords !== undefined) place = 'hidden'
      else emit(pieces, tag)
    }
    return tag.length
  }

  function think(ends: readonly string[], skips: boolean, length: number): number {
    place = 'thinking'
    closers = ends
    seenTag = true
    skipSpace = skips
    last = ''
    return length
  }

  function leave(tag: string): number {
    place = 'text'
    started = false
    seenTag = true
    last = ''
    const isHead = ANALYSIS_ENDS.includes(tag)
    skipSpace = !isHead
    return isHead && tag !== MESSAGE_END ? 0 : tag.length
  }

  /** Reads to whom a message is, and on which channel: a call is not shown, analysis is thinking. */
  function readHead(at: number, final: boolean): number {
    const end = held.indexOf(HEAD_END, at)
    const length = (end === -1 ? held.length : end) - at
    if (end === -1 && length < HEAD_CHARACTERS && !final) return -1
    const head = held.slice(at, at + length)
    const role = /^<\|start\|>\s*([\w.]*)/.exec(head)?.[1] ?? ''
    const isAnswer = end !== -1 && !/\bto=/.test(head) && (role === '' || role === 'assistant')
    if (!isAnswer) {
      place = 'hidden'
      return length
    }
    seenHead = true
    started = false
    const taken = length + HEAD_END.length
    if (/<\|channel\|>\s*analysis\b/.test(head)) return think(ANALYSIS_ENDS, false, taken)
    last = ''
    return taken
  }

  function scan(final: boolean): Piece[] {
    const pieces: Piece[] = []
    let at = 0
    while (at < held.length) {
      const start = find.next(held, at)
      emit(pieces, held.slice(at, start))
      at = start
      if (at >= held.length) break
      if (!final && find.mayGrow(held, at)) break
      const tag = find.at(held, at)
      // Whether a tag counts may hang on the character behind it.
      if (!final && tag !== undefined && held.length === at + tag.length) break
      if (tag === undefined || !counts(tag, held.charAt(at + tag.length))) {
        emit(pieces, held.charAt(at))
        at += 1
        continue
      }
      const taken = enter(pieces, tag, at, final)
      if (taken === -1) break
      at += taken
    }
    held = held.slice(at)
    return pieces
  }

  return {
    push(text) {
      held += text
      return scan(false)
    },
    flush: () => scan(true),
    place: () => place,
  }
}

interface Finder {
  /** Where the next word may stand; the end of the text when none does. */
  next(text: string, from: number): number
  /** The longest word that stands at a place. */
  at(text: string, place: number): string | undefined
  /** True when more text could make a word, or a longer one, of what stands at the end. */
  mayGrow(text: string, place: number): boolean
}

function createFinder(all: readonly string[]): Finder {
  const words = [...new Set(all)].sort((a, b) => b.length - a.length)
  const byFirst = new Map<string, string[]>()
  for (const word of words) {
    const first = word.charAt(0)
    byFirst.set(first, [...(byFirst.get(first) ?? []), word])
  }
  const starts = new RegExp(`[${[...byFirst.keys()].map(escapeClass).join('')}]`, 'g')
  const beginningWith = (text: string, place: number) => byFirst.get(text.charAt(place)) ?? []
  return {
    next(text, from) {
      starts.lastIndex = from
      return starts.exec(text)?.index ?? text.length
    },
    at: (text, place) => beginningWith(text, place).find((word) => text.startsWith(word, place)),
    mayGrow(text, place) {
      const rest = text.slice(place)
      return beginningWith(text, place).some(
        (word) => word.length > rest.length && word.startsWith(rest),
      )
    },
  }
}

function escapeClass(char: string): string {
  return /\w/.test(char) ? char : `\\${char}`
}

/** Splits a whole text at once, by the same rules. */
export function splitThinking(
  content: string,
  hiddenWords?: HiddenWords,
): { text: string; reasoning: string } {
  const splitter = createThinkSplitter(hiddenWords)
  const split = { text: '', reasoning: '' }
  for (const piece of [...splitter.push(content), ...splitter.flush()]) {
    if (piece.type === 'delta') split.text += piece.text
    else if (piece.type === 'thinking') split.reasoning += piece.text
    else {
      split.reasoning += split.text
      split.text = ''
    }
  }
  return split
}
