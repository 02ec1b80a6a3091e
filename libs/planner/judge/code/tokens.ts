const HASH = /\.(?:py|pyi|rb|sh|bash)$/
const PYTHON = /\.pyi?$/
const CODE =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|kts?|rb|php|cs|swift|scala|c|cc|cpp|cxx|h|hpp|sh|bash)$/
/** More characters of a file are not compared. */
export const MOST_CODE = 400_000

/** Each part that is not closed ends with its line or with the text, so that a text is read once. */
const STRING = '"(?:[^"\\\\\\n]|\\\\[\\s\\S])*"?|\'(?:[^\'\\\\\\n]|\\\\[\\s\\S])*\'?'
const REST =
  '`(?:[^`\\\\]|\\\\[\\s\\S])*`?|\\d[\\w.]*|[A-Za-z_$@][\\w$]*|===|!==|\\*\\*=?|=>|->|:=|[-+*/%&|^<>=!?]=|&&|\\|\\||\\?\\?|<<|>>|\\.\\.\\.|::|\\+\\+|--|\\n[ \\t]*|[^\\s]'
const SLASH_TOKEN = new RegExp(`//[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)|${STRING}|${REST}`, 'g')
const HASH_TOKEN = new RegExp(
  `(?<![$\\w])#[^\\n]*|"""[\\s\\S]*?(?:"""|$)|'''[\\s\\S]*?(?:'''|$)|${STRING}|${REST}`,
  'g',
)

export function isCode(path: string): boolean {
  return CODE.test(path)
}

export function isPython(path: string): boolean {
  return PYTHON.test(path)
}

/**
 * The words and signs of a source, without comments. A line that begins outside of round and square brackets is one token
 * of a line break and its indentation.
 */
export function tokensOf(path: string, text: string): string[] {
  const isHash = HASH.test(path)
  const found: string[] = []
  let depth = 0
  for (const [token] of text.matchAll(isHash ? HASH_TOKEN : SLASH_TOKEN)) {
    if (isHash ? token.startsWith('#') : /^\/[/*]/.test(token)) continue
    if (token === '(' || token === '[') depth += 1
    if (token === ')' || token === ']') depth = Math.max(0, depth - 1)
    if (!token.startsWith('\n')) found.push(token)
    else if (depth === 0) pushLine(found, token)
  }
  return found
}

/** An empty line is none: the last indentation before a word counts. */
function pushLine(found: string[], token: string): void {
  if (found.at(-1)?.startsWith('\n')) found.pop()
  found.push(token)
}

export function isName(token: string | undefined): boolean {
  return token !== undefined && /^[A-Za-z_$]/.test(token)
}
