import { ownPart, quotationsIn, showsRest, withoutLongQuotations } from './own_words.js'

/** Lines that quote or show something: a fence, a quotation, a log, a diff, code. They are not the user's own words. */
const SHOWN =
  /^(?:\s{4,}|\t|\s*(?:>|[+-]{3}\s|@@|\$\s|npm (?:ERR!|WARN)\s|at\s+\S+\s*\(|Traceback|(?:\d{4}-\d\d-\d\d|\[?\d\d:\d\d)\S*\s))/
const FENCE = /^\s*(?:```|~~~)/
/** The end of a sentence: a mark before a space or the end, or a Chinese one anywhere. */
const END = /[.!?;]+(?=\s|$)|[。！？；]/uy
const MARKS = /[.!?;]+/y
const CODE = /`[^`]*`/y
/** Full stops that end no sentence. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|approx|resp|z\.B|d\.h|bzw|p\. ?ex|p\. ?ej))$/i
/** No abbreviation is longer. */
const ABBREVIATION_CHARS = 12

/** A sentence of a message, with the one before it. */
export interface Sentence {
  text: string
  /** The same with empty quotations: only these words can teach. */
  own: string
  /** '' for the first one. */
  before: string
  isQuestion: boolean
}

/**
 * The sentences that a person wrote in a message. What the message shows (fences, quotations, logs, indented code)
 * is left out: it may be the text of somebody else. Text in backticks is kept whole.
 */
export function sentencesOf(message: string): Sentence[] {
  const found: Sentence[] = []
  let inFence = false
  const lines = withoutLongQuotations(message.replaceAll('\r', '')).split('\n')
  for (const [at, line] of lines.entries()) {
    if (FENCE.test(line)) inFence = !inFence
    else if (!inFence && !SHOWN.test(line)) {
      for (const text of split(line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, ''))) {
        const { own, rest } = ownPart(text)
        const before = found.at(-1)?.text ?? ''
        if (own !== null) found.push({ text, own, before, isQuestion: /[?？]\s*$/.test(text) })
        if (rest === 'message') return found
        if (rest === 'line') break
      }
    }
    if (!inFence && showsRest(lines, at)) return found
  }
  return found
}

function split(line: string): string[] {
  const quotationAt = quotationsIn(line)
  const parts: string[] = []
  let start = 0
  /** Up to here there are marks that end no sentence: in a row of them each would be read to the end of the row. */
  let endlessUntil = 0
  for (let at = 0; at < line.length; ) {
    // A mark inside of backticks or quotes belongs to them.
    const code = foundAt(CODE, line, at) ?? quotationAt(at)
    if (code !== '' && !/[\p{L}\p{N}]/u.test(line[at - 1] ?? '')) {
      at += code.length
      continue
    }
    const end = at < endlessUntil ? undefined : foundAt(END, line, at)
    if (end === undefined && at >= endlessUntil)
      endlessUntil = at + (foundAt(MARKS, line, at)?.length ?? 0)
    const before = line.slice(Math.max(start, at - ABBREVIATION_CHARS), at)
    if (end !== undefined && !ABBREVIATION.test(before)) {
      parts.push(line.slice(start, at + end.length))
      at += end.length
      start = at
    } else at += 1
  }
  parts.push(line.slice(start))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** What a sticky pattern finds exactly there: the rest of a long line is not read for each of its characters. */
function foundAt(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(line)?.[0]
}
