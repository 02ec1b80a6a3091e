type Token = { kind: 'char'; char: string } | { kind: 'any' } | { kind: 'many' } | Bracket
interface Bracket {
  kind: 'set'
  negated: boolean
  holds(char: string): boolean
}

/** Escapes the characters of a text that a pattern would read as wildcards. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&')
}

/** Takes the marks out again. */
export function plainText(pattern: string): string {
  return pattern.replace(/\\([\\*?[\]])/g, '$1')
}

export function isPattern(pattern: string): boolean {
  return /[*?[]/.test(pattern.replace(/\\./g, ''))
}

/**
 * A shell pattern (`*`, `?`, `[…]`, `\x`) as a test of one name. Two pointers and one mark to go back
 * to: at most name times pattern steps, whatever the pattern.
 */
export function compilePattern(pattern: string, foldCase = false): (name: string) => boolean {
  const fold = (text: string) => (foldCase ? text.toLowerCase() : text)
  const tokens = readTokens(fold(pattern))
  return (name) => matches(tokens, [...fold(name)])
}

function readTokens(pattern: string): Token[] {
  const tokens: Token[] = []
  const chars = [...pattern]
  // A thousand brackets that nothing closes are not read to the end for each.
  const lastClose = chars.lastIndexOf(']')
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? ''
    if (char === '\\' && at + 1 < chars.length) {
      at += 1
      tokens.push({ kind: 'char', char: chars[at] ?? '' })
    } else if (char === '*') {
      if (tokens.at(-1)?.kind !== 'many') tokens.push({ kind: 'many' })
    } else if (char === '?') tokens.push({ kind: 'any' })
    else if (char === '[') {
      const set = at < lastClose ? readSet(chars, at) : null
      tokens.push(set?.token ?? { kind: 'char', char })
      at = set?.end ?? at
    } else tokens.push({ kind: 'char', char })
  }
  return tokens
}

const CLASSES: Record<string, RegExp> = {
  alpha: /\p{L}/u,
  digit: /\d/,
  alnum: /[\p{L}\d]/u,
  upper: /\p{Lu}/u,
  lower: /\p{Ll}/u,
  space: /\s/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[\da-f]/i,
}

/** `[abc]`, `[!a-z]`, `[[:alpha:]]`; null where no bracket closes it. */
function readSet(chars: readonly string[], start: number): { token: Bracket; end: number } | null {
  let at = start + 1
  const negated = chars[at] === '!' || chars[at] === '^'
  if (negated) at += 1
  const tests: ((char: string) => boolean)[] = []
  for (let first = true; at < chars.length; first = false) {
    const char = chars[at] ?? ''
    if (char === ']' && !first) {
      const holds = (one: string) => tests.some((test) => test(one))
      return { token: { kind: 'set', negated, holds }, end: at }
    }
    const name = /^\[:(\w{1,8}):\]/.exec(chars.slice(at, at + 13).join(''))
    if (name) {
      const shape = CLASSES[name[1] ?? '']
      // A class that is not in the table may be any: the pattern then fits more, never less.
      tests.push((one) => shape === undefined || shape.test(one))
      at += name[0].length
    } else {
      if (char === '\\') at += 1
      const low = chars[at] ?? ''
      const isRange = chars[at + 1] === '-' && at + 2 < chars.length && chars[at + 2] !== ']'
      const high = isRange ? (chars[at + 2] ?? low) : low
      tests.push((one) => one >= low && one <= high)
      at += isRange ? 3 : 1
    }
  }
  return null
}

function matches(tokens: readonly Token[], chars: readonly string[]): boolean {
  let token = 0
  let at = 0
  let back: { token: number; at: number } | null = null
  while (at < chars.length) {
    const one = tokens[token]
    if (one?.kind === 'many') {
      back = { token, at }
      token += 1
    } else if (one !== undefined && fits(one, chars[at] ?? '')) {
      token += 1
      at += 1
    } else if (back !== null) {
      back.at += 1
      token = back.token + 1
      at = back.at
    } else return false
  }
  while (tokens[token]?.kind === 'many') token += 1
  return token === tokens.length
}

function fits(token: Token, char: string): boolean {
  if (token.kind === 'char') return token.char === char
  return token.kind === 'set' ? token.holds(char) !== token.negated : true
}
