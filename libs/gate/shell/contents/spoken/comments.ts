/** What a reader of tokens knows: where it is, and what it leaves out. */
interface Scan {
  text: string
  at: number
  /** Beginning and end of what says nothing to the program. */
  cuts: [from: number, to: number][]
}

/** The language of a program text, as far as its comments can be read. */
export type Family = 'python' | 'script' | 'go' | 'java'

/**
 * A program text without its comments and, in Python, without texts that document. Where a reader could be led to
 * take code for a comment (a slash that may begin an expression, nested quotes of a format), the rest stays as it is
 * but for lines that are a comment as a whole. Linear time.
 */
export function withoutComments(text: string, family: Family | null): string {
  const whole = family === null || family === 'python' ? /^[ \t]*#.*$/gm : /^[ \t]*\/\/.*$/gm
  // An escape may end a comment of Java.
  if (family === null || family === 'java') return text.replace(whole, '')
  const scan: Scan = { text, at: 0, cuts: [] }
  if (family === 'python') readPython(scan)
  else readScript(scan, family)
  const kept: string[] = []
  let from = 0
  for (const [start, end] of scan.cuts) {
    kept.push(text.slice(from, start))
    from = end
  }
  kept.push(text.slice(from, scan.at))
  return `${kept.join('')}${text.slice(scan.at).replace(whole, '')}`
}

const PYTHON_MARK = /[#'"()[\]{}\\]/g
const PREFIX = /(?<![\w.])[a-zA-Z]{1,2}$/
/** What gives a documenting text to the program. */
const READS_DOCUMENTATION = /__doc__|getdoc|doctest|getsource/

function readPython(scan: Scan): void {
  const { text } = scan
  const documents = !READS_DOCUMENTATION.test(text)
  let depth = 0
  for (;;) {
    PYTHON_MARK.lastIndex = scan.at
    const found = PYTHON_MARK.exec(text)
    if (found === null) break
    const { index: at } = found
    const [mark] = found
    if (mark === '#') {
      const end = lineEnd(text, at, /[\n\r]/g)
      scan.cuts.push([at, end])
      scan.at = end
    } else if (mark === '"' || mark === "'") {
      const end = pythonString(text, at)
      if (end === null) return
      const { from, isAlone } = statementAt(text, at, end)
      if (documents && depth === 0 && isAlone) scan.cuts.push([from, end])
      scan.at = end
    } else {
      if (mark === '\\' && !/[\n\r]/.test(text[at + 1] ?? '')) return
      depth += '([{'.includes(mark) ? 1 : 0
      depth -= ')]}'.includes(mark) ? 1 : 0
      if (depth < 0) return
      scan.at = at + 1
    }
  }
  scan.at = text.length
}

/** The end of a string; null where versions of the language disagree about it, or where it has none. */
function pythonString(text: string, at: number): number | null {
  const quote = text[at] ?? ''
  const mark = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote
  const prefix = PREFIX.exec(text.slice(Math.max(0, at - 3), at))?.[0] ?? ''
  const isFormat = /[ft]/i.test(prefix)
  let braces = 0
  for (let next = at + mark.length; next < text.length; next += 1) {
    const one = text[next] ?? ''
    if (one === '\\') next += 1
    else if (text.startsWith(mark, next)) return braces === 0 ? next + mark.length : null
    else if (mark.length === 1 && (one === '\n' || one === '\r')) return null
    else if (isFormat && (one === '{' || one === '}')) {
      if (text[next + 1] === one && braces === 0) next += 1
      else braces += one === '{' ? 1 : -1
    } else if (braces > 0 && /['"#]/.test(one)) return null
  }
  return null
}

/** Whether a string is a statement of its own, and where it begins with its prefix. */
function statementAt(text: string, at: number, end: number): { from: number; isAlone: boolean } {
  let from = at
  while (from > 0 && at - from < 2 && /[rRuU]/.test(text[from - 1] ?? '')) from -= 1
  let before = from - 1
  while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before -= 1
  const begins = before < 0 || (text[before] === '\n' && text[before - 1] !== '\\')
  const after = /[^ \t]/g
  after.lastIndex = end
  const next = after.exec(text)?.[0] ?? '\n'
  return { from, isAlone: begins && (next === '\n' || next === '\r') }
}

const SCRIPT_MARK = /["'`/{}]|<!--|-->/g
/** Behind these a slash begins an expression; behind a name, a number or a closed bracket it divides. */
const BEFORE_EXPRESSION = /[([,=:!&|?{;+\-*%>~^]/

function readScript(scan: Scan, family: 'script' | 'go'): void {
  const { text } = scan
  const ends = family === 'go' ? /\n/g : /[\n\r\u2028\u2029]/g
  /** For each open `${` the number of braces inside. */
  const holes: number[] = []
  if (family === 'script' && text.startsWith('#!')) scan.at = lineEnd(text, 0, ends)
  for (;;) {
    SCRIPT_MARK.lastIndex = scan.at
    const found = SCRIPT_MARK.exec(text)
    if (found === null) break
    const { index: at } = found
    const [mark] = found
    let end: number | null = at + 1
    if (text.startsWith('//', at)) {
      end = lineEnd(text, at, ends)
      scan.cuts.push([at, end])
    } else if (text.startsWith('/*', at)) {
      const closed = text.indexOf('*/', at + 2)
      end = closed < 0 ? null : closed + 2
      if (end !== null) scan.cuts.push([at, end])
    } else if (mark === '/') end = family === 'go' ? at + 1 : slashEnd(text, at)
    else if (mark === '"' || mark === "'") end = quotedEnd(text, at)
    else if (mark === '`' || (mark === '}' && holes.at(-1) === 0)) {
      if (mark === '}') holes.pop()
      end = templateEnd(text, at + 1, family)
      if (end !== null && text[end - 1] === '{') holes.push(0)
    } else if (mark === '{' || mark === '}') {
      const inner = holes.pop()
      if (inner !== undefined) holes.push(inner + (mark === '{' ? 1 : -1))
    } else end = null
    if (end === null) return
    scan.at = end
  }
  scan.at = text.length
}

function quotedEnd(text: string, at: number): number | null {
  for (let next = at + 1; next < text.length; next += 1) {
    const one = text[next] ?? ''
    if (one === '\\') next += 1
    else if (one === text[at]) return next + 1
    else if (one === '\n' || one === '\r') return null
  }
  return null
}

/** Behind the closing backtick, or behind the `${` of a hole. */
function templateEnd(text: string, from: number, family: 'script' | 'go'): number | null {
  for (let next = from; next < text.length; next += 1) {
    const one = text[next] ?? ''
    if (one === '`') return next + 1
    if (family === 'go') continue
    if (one === '\\') next += 1
    else if (one === '$' && text[next + 1] === '{') return next + 2
  }
  return null
}

/** Behind a division or an expression between slashes; null where it may be either. */
function slashEnd(text: string, at: number): number | null {
  let back = at - 1
  while (back >= 0 && at - back < 200 && /\s/.test(text[back] ?? '')) back -= 1
  const before = text[back] ?? '\n'
  if (/[\w$]/.test(before)) {
    const word = /[\w$.]{1,40}$/.exec(text.slice(Math.max(0, back - 40), back + 1))?.[0] ?? ''
    return /^(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/.test(
      word.split('.').at(-1) ?? '',
    )
      ? null
      : at + 1
  }
  if (before === ']' || before === '"' || before === "'" || before === '`') return at + 1
  const rest = text.slice(at + 1, lineEnd(text, at, /[\n\r\u2028\u2029]/g))
  if (before === ')') return rest.includes('/') ? null : at + 1
  const isTwice = text[back - 1] === before && (before === '+' || before === '-')
  if (back >= 0 && (!BEFORE_EXPRESSION.test(before) || isTwice)) return null
  let inClass = false
  for (let next = 0; next < rest.length; next += 1) {
    const one = rest[next]
    if (one === '\\') next += 1
    else if (one === '[') inClass = true
    else if (one === ']') inClass = false
    else if (one === '/' && !inClass) return at + next + 2
  }
  return null
}

function lineEnd(text: string, at: number, ends: RegExp): number {
  ends.lastIndex = at
  return ends.exec(text)?.index ?? text.length
}
