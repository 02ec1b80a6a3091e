const SPACE = /[ \t\n\r]*/y
const TOKEN =
  /[{}[\],:]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y

type Wanted = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing'

/**
 * Describes why a text is invalid JSON without quoting it: the parser's message quotes the text around the error,
 * and in a file of settings or tokens that may be a secret.
 */
export function describeJsonError(text: string): string {
  return `invalid JSON at ${jsonErrorPlace(text)}`
}

/** Line and column, counted from 1, of the first error in a text that JSON.parse rejects. */
export function jsonErrorPlace(text: string): string {
  const before = text.slice(0, errorOffset(text)).split('\n')
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
}

function errorOffset(text: string): number {
  const open: string[] = []
  let wanted: Wanted = 'value'
  for (let at = 0; ; ) {
    at += matchAt(SPACE, text, at).length
    const token = matchAt(TOKEN, text, at)
    const next: Wanted | null = token === '' ? null : step(wanted, token, open)
    if (next === null) return at
    wanted = next
    at += token.length
  }
}

/** The token that may follow, by the open brackets; null: this token is not allowed here. */
function step(wanted: Wanted, token: string, open: string[]): Wanted | null {
  const within = open.at(-1)
  if (token === '}' || token === ']') {
    const isDue = wanted === 'comma' || wanted === (token === '}' ? 'first key' : 'first value')
    if (!isDue || within !== (token === '}' ? '{' : '[')) return null
    open.pop()
    return open.length === 0 ? 'nothing' : 'comma'
  }
  if (token === ',') {
    if (wanted !== 'comma') return null
    return within === '{' ? 'key' : 'value'
  }
  if (token === ':') return wanted === 'colon' ? 'value' : null
  if (wanted === 'key' || wanted === 'first key') return token.startsWith('"') ? 'colon' : null
  if (wanted !== 'value' && wanted !== 'first value') return null
  if (token === '{' || token === '[') {
    open.push(token)
    return token === '{' ? 'first key' : 'first value'
  }
  return open.length === 0 ? 'nothing' : 'comma'
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
