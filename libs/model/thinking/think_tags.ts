/**
 * Tags around thinking. A `word` is also written in sentences and files, so its place decides whether it
 * opens a thought. The others are special tokens of a model.
 */
export const THINK_TAGS = [
  { open: '<think>', close: '</think>', word: true },
  { open: '<thinking>', close: '</thinking>', word: true },
  { open: '<reasoning>', close: '</reasoning>', word: true },
  { open: '<reflection>', close: '</reflection>', word: true },
  { open: '<thought>', close: '</thought>', word: true },
  { open: '<seed:think>', close: '</seed:think>', word: false },
  { open: '[THINK]', close: '[/THINK]', word: false },
  { open: '◁think▷', close: '◁/think▷', word: false },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>', word: false },
  { open: '<|channel>thought', close: '<channel|>', word: false },
  { open: '<|inner_prefix|>', close: '<|inner_suffix|>', word: false },
]

/** Tags that are also words. */
export const WORD_TAGS = new Set(
  THINK_TAGS.filter(({ word }) => word).flatMap(({ open, close }) => [open, close]),
)

/** What is before a tag. */
export interface Before {
  /** Only white space since the start of the reply, or since the end of a thought. */
  atStart: boolean
  /** A thought was closed earlier in the reply. */
  seen: boolean
  /** The character before the tag; empty at the start. */
  last: string
}

/** A character after which a tag in the middle of an answer is a mention: a space, a quote, an opening bracket. */
const MENTION = /[ \t`"'\\([{<«“‘*_/|-]/

/**
 * Whether an opening tag opens a thought: at the start of the reply or directly after a thought; after another
 * thought also where it follows a sentence or starts a line. Elsewhere a word is a mention.
 */
export function opensThought(tag: string, { atStart, seen, last }: Before): boolean {
  if (!WORD_TAGS.has(tag)) return !QUOTES.has(last)
  return atStart || (seen && !MENTION.test(last))
}

/**
 * Whether a closing tag without an opening one ends the thought that the reply began in: at the edge of a line, or
 * directly behind a word or sentence. Behind a space in a line it is a mention.
 * @param next  the character after the tag; empty at the end
 */
export function closesThought(tag: string, { last }: Pick<Before, 'last'>, next: string): boolean {
  if (QUOTES.has(last)) return false
  return isAtEdge(last, next) || (WORD_TAGS.has(tag) && !MENTION.test(last))
}

/** True when a tag starts or ends its line. */
export function isAtEdge(last: string, next: string): boolean {
  return next === '' || next === '\n' || next === '\r' || last === '\n'
}

/** A tag after one of these is quoted. */
export const QUOTES = new Set(['`', '"', "'", '\\'])
