/** What may follow a string in each position; all expressions are bounded, so that each match is short. */
const BEHIND = {
  key: /\s*[:：]/y,
  member:
    /\s*(?:\}|$|\/[/*]|[)\]][\s)\]}]{0,20}(?:$|<\/|<\||<｜|```)|[,，]\s*(?:[,，]\s*)?(?:["'“„«「][^"'”“»」\n]{0,99}["'”“»」]\s*[:：]|[A-Za-z_$][\w$-]{0,99}\s*[:：]|\}|$|\/[/*]|#[^\n]{0,200}\n\s{0,99}["'“„«「}])|["'“„«「][\w.-]{1,99}["'”“»」]\s*:)/y,
  item: /\s*(?:\]|$|\/[/*]|[,，、]\s*(?:["'“„«「{[\]\d-]|[tfnTFN]|$|\/[/*])|\}\s*[\]}])/y,
  alone: /\s*/y,
}
/** Quotation marks of other languages, with those that close them. */
const CLOSING: Record<string, string> = { '“': '”', '„': '“”', '«': '»', '「': '」' }

const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
])
const LITERAL = '"\\/\''
const CODE_UNIT = /[0-9a-fA-F]{4}/y
const END_MARK = /<\/|<\||<｜|```|\[\/?[A-Z_]{4,}\]|<end_|<tool/y

/** True at a mark that opens a string. */
export function isQuote(char: string | undefined): boolean {
  return char === '"' || char === "'" || (char !== undefined && Object.hasOwn(CLOSING, char))
}

/** True at a tag or fence that ends the value. */
export function isEndMark(text: string, at: number): boolean {
  END_MARK.lastIndex = at
  return END_MARK.test(text)
}

/** Two members with a key between them whose comma or colon is missing. Read as one text, it would be invented. */
const LOST_MEMBER = /"\s{0,20}[;=,:]?\s{0,20}"[\w.-]{1,64}"\s{0,20}[;=,:]?\s{0,20}"/

const DRIVE = /[A-Za-z]:\\(?![\\/"])/y
/** Up to its quote; without pairs of backslashes, which would be right already. */
const PATH = /(?:[^"\\\n]|\\(?!["\\])){1,400}(?=")/y
/** A backslash that escapes nothing. */
const INVALID = /\\(?:[^bfnrtu"\\/]|u(?![0-9a-fA-F]{4}))/

/** A second text that is added to the first. */
const JOINED = /\s{0,20}\+\s{0,20}["'“`]/y

/**
 * Reads the string whose opening quote is at `start`. A quote closes it only before a separator and only
 * after an even number of unescaped double quotes. A backslash that escapes nothing is kept (paths, patterns).
 * @returns `cut` when the text ends inside the string, `bad` when it could be several strings
 */
export function readLooseString(
  text: string,
  start: number,
  place: keyof typeof BEHIND,
): { value: string; end: number } | 'cut' | 'bad' {
  if (text.startsWith('"""', start)) return readTriple(text, start, place)
  const opener = text[start] ?? '"'
  const quote = CLOSING[opener] ?? opener
  const drive = followedBy(DRIVE, text, start + 1) ? literalPath(text, start + 1, place) : null
  if (drive !== null) return drive
  const parts: string[] = []
  let inner = 0
  let from = start + 1
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') {
      const escaped = readEscape(text, at)
      if (escaped === null) return 'cut'
      parts.push(text.slice(from, at), escaped.value)
      at += escaped.length - 1
      from = at + 1
    } else if (char !== undefined && quote.includes(char)) {
      const paired = quote !== '"' || inner % 2 === 0
      const atEnd = inner > 0 && at + 1 >= text.length
      if (paired && !atEnd && closes(text, at + 1, place)) {
        const value = parts.join('') + text.slice(from, at)
        return inner > 0 && LOST_MEMBER.test(text.slice(start + 1, at))
          ? 'bad'
          : { value, end: at + 1 }
      }
      // `"a" + "b"` is an expression and no value.
      if (inner === 0 && followedBy(JOINED, text, at + 1)) return 'bad'
      inner += 1
    }
  }
  return 'cut'
}

/** A path of Windows whose backslashes are single: each of them is one, also where it would escape something. */
function literalPath(
  text: string,
  from: number,
  place: keyof typeof BEHIND,
): { value: string; end: number } | null {
  PATH.lastIndex = from
  const value = PATH.exec(text)?.[0]
  if (value === undefined || !INVALID.test(value)) return null
  return closes(text, from + value.length + 1, place)
    ? { value, end: from + value.length + 1 }
    : null
}

/** Reads a string in triple quotes, as in Python. */
function readTriple(
  text: string,
  start: number,
  place: keyof typeof BEHIND,
): { value: string; end: number } | 'cut' | 'bad' {
  const parts: string[] = []
  let from = start + 3
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') {
      const escaped = readEscape(text, at)
      if (escaped === null) return 'cut'
      parts.push(text.slice(from, at), escaped.value)
      at += escaped.length - 1
      from = at + 1
    } else if (text.startsWith('"""', at)) {
      if (!closes(text, at + 3, place)) return 'bad'
      return { value: parts.join('') + text.slice(from, at), end: at + 3 }
    }
  }
  return 'cut'
}

function followedBy(expression: RegExp, text: string, at: number): boolean {
  expression.lastIndex = at
  return expression.test(text)
}

function closes(text: string, at: number, place: keyof typeof BEHIND): boolean {
  const behind = BEHIND[place]
  behind.lastIndex = at
  if (behind.test(text)) return true
  return place !== 'key' && isEndMark(text, at)
}

function readEscape(text: string, at: number): { value: string; length: number } | null {
  const char = text[at + 1]
  if (char === undefined) return null
  const plain = ESCAPES.get(char) ?? (LITERAL.includes(char) ? char : undefined)
  if (plain !== undefined) return { value: plain, length: 2 }
  CODE_UNIT.lastIndex = at + 2
  const unit = char === 'u' ? CODE_UNIT.exec(text)?.[0] : undefined
  if (unit !== undefined)
    return { value: String.fromCharCode(Number.parseInt(unit, 16)), length: 6 }
  return { value: '\\', length: 1 }
}
