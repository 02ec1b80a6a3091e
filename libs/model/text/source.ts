/** A text that is read from left to right. Repeated searches for a text cost at most one pass together. */
export interface Source {
  text: string
  /** Like `indexOf`, with a cache of the last result for each text. */
  find(needle: string, from: number): number
  /** The index after the white space at `at`. */
  space(at: number): number
  /** The index after white space, zero-width characters and XML comments, which may be between the parts of a call. */
  gap(at: number): number
  /** Matches a sticky expression at an index; null without a match. */
  match(expression: RegExp, at: number): RegExpExecArray | null
  /** Adds a cost; false once the total exceeds the limit, which only hostile texts reach. */
  afford(characters: number): boolean
}

/** The limit: this many times the length of the text, plus SLACK characters. Normal replies stay far below. */
const PASSES = 3
const SLACK = 1_000_000
/** The minimal cost of one reading, in characters. */
const LEAST = 400
const SPACE = /\s*/y
const WIDE_SPACE = /[\s\u200B\u2060]*/y

export function createSource(text: string): Source {
  const known = new Map<string, { from: number; at: number }>()
  let left = PASSES * text.length + SLACK

  function match(expression: RegExp, at: number): RegExpExecArray | null {
    expression.lastIndex = at
    return expression.exec(text)
  }

  function find(needle: string, from: number): number {
    const last = known.get(needle)
    const holds = last !== undefined && last.from <= from && (last.at === -1 || last.at >= from)
    if (holds) return last.at
    const at = text.indexOf(needle, from)
    known.set(needle, { from, at })
    return at
  }

  return {
    text,
    find,
    gap(from) {
      for (let at = from; ; ) {
        at += match(WIDE_SPACE, at)?.[0].length ?? 0
        const close = text.startsWith('<!--', at) ? find('-->', at) : -1
        if (close === -1) return at
        at = close + 3
      }
    },
    space: (at) => at + (match(SPACE, at)?.[0].length ?? 0),
    match,
    afford(characters) {
      left -= characters + LEAST
      return left > 0
    },
  }
}
