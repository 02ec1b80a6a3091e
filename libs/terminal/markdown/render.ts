import { Lexer } from 'marked'
import { EMPTY_ROW, type Row, span } from '../rows/row.js'
import { wrapRow } from '../rows/wrap.js'
import { type BlockOptions, blockRows } from './blocks.js'
import { segmentsOf } from './segments.js'

/**
 * The lexer takes quadratic and cubic time for texts that are made for it (4 kB of `[a](` take 3.7 s). So a text
 * with more of a mark than this is shown as it was written; a list of 60 links is a rare answer.
 */
const MOST_BRACKETS = 60
const MOST_STARS = 400
/** Each may begin a picture, and the rest of the line is looked through for it. */
const MOST_SHOUTS = 2_000
/** Each level of a quote or list is a call of the lexer, and of ours: `- - - a` is a list in a list in a list. */
const MOST_QUOTES = 12
/** `- - -`: one line across, which nests nothing. */
const RULE = /^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/
const MARKS = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y
const MOST_INDENT = 40
/** A larger part is shown as it was written. */
const MOST_CHARS = 32_000
/** All marks of an answer that is read in parts. */
const MOST_MARKS = 10_000

/** A Markdown text as rows. @param text  without control characters */
export function markdownRows(text: string, options: BlockOptions): Row[] {
  if (isTame(text)) return blockRows(Lexer.lex(text), options)
  let left = MOST_MARKS
  return segmentsOf(text).flatMap((segment, at) => {
    left -= count(segment.text, /[[*_]/g)
    const rows =
      left > 0 && isTame(segment.text)
        ? blockRows(Lexer.lex(segment.text), options)
        : plainRows(segment.text, options.width)
    return at === 0 || rows.length === 0 ? rows : [EMPTY_ROW, ...rows]
  })
}

/** The lines of a text as they are. */
export function plainRows(text: string, width: number): Row[] {
  return wrapRow([span(text)], width)
}

function isTame(text: string): boolean {
  return (
    text.length <= MOST_CHARS &&
    count(text, /\[/g) <= MOST_BRACKETS &&
    count(text, /[*_]/g) <= MOST_STARS &&
    count(text, /!/g) <= MOST_SHOUTS &&
    !text.split('\n').some(isDeep)
  )
}

function isDeep(line: string): boolean {
  const [start = ''] = /^[\s>]*/.exec(line) ?? []
  return start.length > MOST_INDENT || marksAtStart(line) > MOST_QUOTES
}

/** How many marks of quotes and lists a line begins with. */
function marksAtStart(line: string): number {
  if (RULE.test(line)) return 0
  MARKS.lastIndex = 0
  let marks = 0
  while (marks <= MOST_QUOTES && MARKS.test(line)) marks += 1
  return marks
}

function count(text: string, mark: RegExp): number {
  return text.match(mark)?.length ?? 0
}
