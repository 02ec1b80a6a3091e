import { createFenceReader } from './fence_reader.js'
import { closesThought, isAtEdge, opensThought, QUOTES, THINK_TAGS } from './think_tags.js'
import { createWordFinder, type WordFinder } from './word_finder.js'

/**
 * A piece of a streamed reply: answer or thinking. The pieces, joined by type, are the same for every
 * split of the text. No fragment of a tag is ever part of a piece.
 */
export interface Piece {
  /** `reclaim`: a closing tag without an opening tag, so all answer text so far was thinking. */
  type: 'delta' | 'thinking' | 'reclaim'
  text: string
}

/** The current part of the stream: the answer, thinking, or text that is hidden during the stream. */
export type Place = 'text' | 'thinking' | 'hidden'

export interface ThinkSplitter {
  push(text: string): Piece[]
  /** Returns the remaining pieces at the end of the text. */
  flush(): Piece[]
  place(): Place
}

/** Words after which the answer may not be text for the user, for example the start of a call. */
export interface HiddenWords {
  words: readonly string[]
  /** Words that count only at the start of a line. */
  lineWords: readonly string[]
  /** Whether the line that starts at an index begins a call; `open`: the text is too short to say. */
  lineStart?: (text: string, at: number) => 'call' | 'open' | 'no'
}

const CLOSE_OF = new Map(THINK_TAGS.map(({ open, close }) => [open, close]))
const CLOSERS = THINK_TAGS.map((tag) => tag.close)

/** gpt-oss: each message starts with a head that names its channel. */
const HEADS = ['<|channel|>', '<|start|>']
const HEAD_END = '<|message|>'
const MESSAGE_END = '<|end|>'
const ANALYSIS_ENDS = [MESSAGE_END, '<|return|>', ...HEADS]
/** Longer text is not a head. */
const HEAD_CHARACTERS = 500
/** Marks around the answer. */
const WRAPPERS = ['<|START_RESPONSE|>', '<|END_RESPONSE|>', MESSAGE_END]
const TAGS = [...CLOSE_OF.keys(), ...CLOSERS, ...HEADS, ...ANALYSIS_ENDS, ...WRAPPERS]

/** Cache: what is searched for these words. */
const finders = new WeakMap<HiddenWords, Finders>()
const NO_WORDS: HiddenWords = { words: [], lineWords: [] }

interface Finders {
  lineWords: ReadonlySet<string>
  hidingWords: ReadonlySet<string>
  find: WordFinder
}

function findersOf(hidden: HiddenWords): Finders {
  const known = finders.get(hidden)
  if (known !== undefined) return known
  const lineWords = new Set(hidden.lineWords)
  const hidingWords = new Set([...hidden.words, ...lineWords])
  const made = { lineWords, hidingWords, find: createWordFinder([...TAGS, ...hidingWords]) }
  finders.set(hidden, made)
  return made
}

/**
 * @param hiddenWords  words after which the answer is hidden; without them only thinking is separated
 */
export function createThinkSplitter(hiddenWords?: HiddenWords): ThinkSplitter {
  const { lineWords, hidingWords, find } = findersOf(hiddenWords ?? NO_WORDS)
  let held = ''
  let place: Place = 'text'
  /** Tags that end the current thinking. */
  let closers: readonly string[] = []
  let seenTag = false
  let seenHead = false
  /** White space directly after a closing tag is dropped. */
  let skipSpace = false
  /** Tags in an answer that starts with JSON or a fence are quoted. */
  let verbatim = false
  let started = false
  let last = ''
  /** Closing tags whose opening tag was only mentioned. */
  const mentions = new Set<string>()
  const fence = createFenceReader()

  function emit(pieces: Piece[], raw: string): void {
    const text = skipSpace ? raw.trimStart() : raw
    if (text === '') return
    skipSpace = false
    if (place === 'text' && !started && text.trim() !== '') begin(text)
    last = text.at(-1) ?? ''
    if (place === 'text') fence.read(text)
    if (place === 'hidden') return
    const type = place === 'thinking' ? 'thinking' : 'delta'
    const previous = pieces.at(-1)
    if (previous?.type === type) previous.text += text
    else pieces.push({ type, text })
  }

  function begin(text: string): void {
    started = true
    verbatim = /^\s*[{`]/.test(text)
    // It may be a call. If it is text, it is shown when the reply is complete.
    if (hiddenWords !== undefined && /^\s*[{[]/.test(text)) place = 'hidden'
  }

  /** True when a tag is not quoted; `next` is the character after it, '' at the end. */
  function counts(tag: string, next: string): boolean {
    if (place === 'thinking') return closers.includes(tag)
    const quoted = verbatim || fence.open()
    const before = { atStart: !started, seen: seenTag, last }
    if (CLOSERS.includes(tag)) {
      if (place === 'hidden') return isAtEdge(last, next) && !seenTag
      if (quoted || mentions.has(tag)) return false
      return closesThought(tag, before, next) || (seenTag && !started)
    }
    const close = CLOSE_OF.get(tag)
    if (close !== undefined) {
      const opens = place !== 'hidden' && !quoted && opensThought(tag, before)
      if (!opens) mentions.add(close)
      return opens
    }
    if (place === 'hidden' || verbatim || QUOTES.has(last)) return false
    if (lineWords.has(tag)) return last === '' || last === '\n'
    return tag !== MESSAGE_END || seenHead || hidingWords.has(tag)
  }

  /** @returns the number of characters of the tag and its head; -1 while that is unknown */
  function enter(
    pieces: Piece[],
    tag: string,
    { at, final }: { at: number; final: boolean },
  ): number {
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

  /** Reads the recipient and the channel of a message: a call is hidden, analysis is thinking. */
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

  /** The first line from `from` to `to` that may begin a call; undefined: none. */
  function lineAt(from: number, to: number): number | undefined {
    if (place !== 'text' || verbatim || hiddenWords?.lineStart === undefined) return undefined
    let at = last === '' || last === '\n' ? from : held.indexOf('\n', from) + 1 || -1
    while (at >= from && at <= to && at < held.length) {
      if (hiddenWords.lineStart(held, at) !== 'no') return at
      const end = held.indexOf('\n', at)
      if (end === -1) return undefined
      at = end + 1
    }
    return undefined
  }

  function scan(final: boolean): Piece[] {
    const pieces: Piece[] = []
    let at = 0
    while (at < held.length) {
      const word = find.next(held, at)
      const line = lineAt(at, word)
      const start = line ?? word
      emit(pieces, held.slice(at, start))
      at = start
      if (at >= held.length) break
      const isCode = place !== 'text' || verbatim || fence.open()
      const begins = line === undefined || isCode ? 'no' : hiddenWords?.lineStart?.(held, line)
      if (begins === 'open' && !final) break
      if (begins === 'call') {
        place = 'hidden'
        continue
      }
      if (!final && find.mayGrow(held, at)) break
      const tag = find.at(held, at)
      // The character after a tag may decide whether it counts.
      if (!final && tag !== undefined && held.length === at + tag.length) break
      if (tag === undefined || !counts(tag, held.charAt(at + tag.length))) {
        emit(pieces, held.charAt(at))
        at += 1
        continue
      }
      const taken = enter(pieces, tag, { at, final })
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

/** Separates a whole text by the same rules. */
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
