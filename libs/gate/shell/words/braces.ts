const MAX_WORDS = 256
const MAX_ROUNDS = 64
// Longer or fuller words are no paths, and finding each brace's end would take long.
const MAX_CHARS = 2_048
const MAX_BRACES = 32

/**
 * Expands the braces of a word as bash does before all else: `a{b,c}` and `x{1..3}`, quotes and
 * substitutions kept as they are.
 * @returns the words as text, null when there are too many
 */
export function expandBraces(raw: string): string[] | null {
  if (raw.length > MAX_CHARS || raw.split('{').length > MAX_BRACES) return null
  let words = [raw]
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = words.flatMap((word) => expandFirst(word) ?? [word])
    if (next.length > MAX_WORDS) return null
    if (next.length === words.length && next.every((word, at) => word === words[at])) return words
    words = next
  }
  return null
}

function expandFirst(raw: string): string[] | null {
  for (let at = 0; at < raw.length; at = skip(raw, at)) {
    if (raw.charAt(at) !== '{') continue
    const group = readGroup(raw, at)
    if (group === null) continue
    const [before, after] = [raw.slice(0, at), raw.slice(group.end + 1)]
    return group.choices.map((choice) => `${before}${choice}${after}`)
  }
  return null
}

/** The end of what begins at a place and is one thing: a quote, `$(…)`, `${…}`, a backtick, a character. */
function skip(raw: string, at: number): number {
  const char = raw.charAt(at)
  if (char === '\\') return at + 2
  if (char === "'") return after(raw, raw.indexOf("'", at + 1))
  if (char === '"' || char === '`') {
    let end = at + 1
    while (end < raw.length && raw.charAt(end) !== char) end += raw.charAt(end) === '\\' ? 2 : 1
    return end + 1
  }
  const next = raw.charAt(at + 1)
  if (char === '$' && (next === '{' || next === '(')) return closing(raw, at + 1)
  return at + 1
}

function after(raw: string, found: number): number {
  return found < 0 ? raw.length : found + 1
}

function closing(raw: string, start: number): number {
  const open = raw.charAt(start)
  const close = open === '{' ? '}' : ')'
  let depth = 0
  for (let at = start; at < raw.length; at += 1) {
    const char = raw.charAt(at)
    if (char === '\\') at += 1
    else if (char === open) depth += 1
    else if (char === close) depth -= 1
    if (depth === 0) return at + 1
  }
  return raw.length
}

function readGroup(raw: string, start: number): { choices: string[]; end: number } | null {
  const choices: string[] = []
  let from = start + 1
  let depth = 0
  for (let at = start + 1; at < raw.length; at = skip(raw, at)) {
    const char = raw.charAt(at)
    if (char === '{') depth += 1
    else if (char === '}' && depth > 0) depth -= 1
    else if (char === ',' && depth === 0) {
      choices.push(raw.slice(from, at))
      from = at + 1
    } else if (char === '}') {
      choices.push(raw.slice(from, at))
      if (choices.length > 1) return { choices, end: at }
      const range = readRange(choices[0] ?? '')
      return range === null ? null : { choices: range, end: at }
    }
  }
  return null
}

/** `1..9`, `a..z`, with a step. */
function readRange(text: string): string[] | null {
  const [, from = '', to = '', by = '1'] =
    /^(-?\d{1,6}|[a-zA-Z])\.\.(-?\d{1,6}|[a-zA-Z])(?:\.\.(-?\d{1,6}))?$/.exec(text) ?? []
  if (from === '') return null
  const numeric = /\d/.test(from)
  if (numeric !== /\d/.test(to)) return null
  const [low, high] = numeric ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)]
  const step = Math.max(1, Math.abs(Number(by))) * (low <= high ? 1 : -1)
  const width = numeric && /^-?0\d/.test(from) ? from.length : 0
  const made: string[] = []
  for (let at = low; step > 0 ? at <= high : at >= high; at += step) {
    if (made.length > MAX_WORDS) return made
    made.push(numeric ? String(at).padStart(width, '0') : String.fromCharCode(at))
  }
  return made
}
