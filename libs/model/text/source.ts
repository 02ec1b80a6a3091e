/** A text that is read from left to right, with searches that never cost more than one pass. */
export interface Source {
  text: string
  /** Like `indexOf`, but what was not found is not looked for again. */
  find(needle: string, from: number): number
  /** The index behind white space from `at`. */
  space(at: number): number
  /** A sticky expression at a place; null when it does not stand there. */
  match(expression: RegExp, at: number): RegExpExecArray | null
  /** False once readings have cost so much that the text must be hostile. */
  afford(characters: number): boolean
}

/** Readings may cost this many passes over the text, and what no honest reply needs beyond them. */
const PASSES = 3
const SLACK = 1_000_000
/** What a reading costs at least, in characters. */
const LEAST = 400
const SPACE = /\s*/y

export function createSource(text: string): Source {
  const known = new Map<string, { from: number; at: number }>()
  let left = PASSES * text.length + SLACK

  function match(expression: RegExp, at: number): RegExpExecArray | null {
    expression.lastIndex = at
    return expression.exec(text)
  }

  return {
    text,
    find(needle, from) {
      const last = known.get(needle)
      const holds = last !== undefined && last.from <= from && (last.at === -1 || last.at >= from)
      if (holds) return last.at
      const at = text.indexOf(needle, from)
      known.set(needle, { from, at })
      return at
    },
    space: (at) => at + (match(SPACE, at)?.[0].length ?? 0),
    match,
    afford(characters) {
      left -= characters + LEAST
      return left > 0
    },
  }
}
