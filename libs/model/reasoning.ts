/**
 * Keeps thinking apart from the answer while text streams in. The pieces, joined by type, are the
 * same for every way of cutting the text, and no fragment of a tag is ever shown.
 */
export interface Piece {
  /** `reclaim`: a closing tag came without its opener, so all answer text so far was thinking. */
  type: 'delta' | 'thinking' | 'reclaim'
  text: string
}

export interface ThinkSplitter {
  push(text: string): Piece[]
  /** The rest, once no more text comes. */
  flush(): Piece[]
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
]
const OPENERS = THINK_TAGS.map((tag) => tag.open)
const CLOSERS = THINK_TAGS.map((tag) => tag.close)
const ALL_TAGS = [...OPENERS, ...CLOSERS]
const LONGEST_TAG = Math.max(...ALL_TAGS.map((tag) => tag.length))
const TAG_START = /[<[◁]/g

/** Before an opener these mean that the tag is talked about, not used. */
const QUOTES = new Set(['`', '"', "'", '\\'])

export function createThinkSplitter(): ThinkSplitter {
  let held = ''
  let thinking = false
  let seenTag = false
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
    if (!thinking && !started && text.trim() !== '') {
      started = true
      verbatim = /^\s*[{`]/.test(text)
    }
    last = text.at(-1) ?? ''
    const type = thinking ? 'thinking' : 'delta'
    const previous = pieces.at(-1)
    if (previous?.type === type) previous.text += text
    else pieces.push({ type, text })
  }

  function enter(pieces: Piece[], tag: string): void {
    if (OPENERS.includes(tag)) thinking = true
    else {
      if (!thinking && !seenTag) pieces.push({ type: 'reclaim', text: '' })
      thinking = false
      started = false
    }
    seenTag = true
    skipSpace = true
    last = ''
  }

  /** True when the tag found at `at` is meant as one; `next` is the character behind it, '' at the end. */
  function counts(tag: string, next: string): boolean {
    if (verbatim && !thinking) return false
    if (thinking) return CLOSERS.includes(tag)
    if (OPENERS.includes(tag)) return !QUOTES.has(last)
    // A closer without an opener stands at the edge of a line; inside one it is prose about tags.
    return next === '' || next === '\n' || next === '\r' || last === '\n' || seenTag
  }

  function scan(final: boolean): Piece[] {
    const pieces: Piece[] = []
    let at = 0
    while (at < held.length) {
      TAG_START.lastIndex = at
      const found = TAG_START.exec(held)?.index ?? held.length
      emit(pieces, held.slice(at, found))
      at = found
      if (at >= held.length) break
      const tag = ALL_TAGS.find((each) => held.startsWith(each, at))
      const rest = held.length - at
      if (!final && (tag === undefined ? mayBecomeTag(held, at) : rest === tag.length)) break
      if (tag !== undefined && counts(tag, held.charAt(at + tag.length))) {
        enter(pieces, tag)
        at += tag.length
      } else {
        emit(pieces, held.charAt(at))
        at += 1
      }
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
  }
}

function mayBecomeTag(text: string, at: number): boolean {
  const rest = text.slice(at, at + LONGEST_TAG)
  return ALL_TAGS.some((tag) => tag.startsWith(rest))
}

/** Splits a whole text at once, by the same rules. */
export function splitThinking(content: string): { text: string; reasoning: string } {
  const splitter = createThinkSplitter()
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
