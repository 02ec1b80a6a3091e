/** Longest text of an event that is searched and shown. The rest is in its payload. */
export const MOST_WORDS_CHARS = 2_000
/** Strings up to this length come first where not all of a content fits: paths, names and queries. */
const SHORT_CHARS = 200
/** Values of a content that are looked at. */
const MOST_VALUES = 500

/** The words of a content: its strings and numbers, in their order. Where they are too many, the short ones first. */
export function contentWords(content: unknown): string {
  const values = leavesOf(content)
  const whole = join(values)
  if (whole.length <= MOST_WORDS_CHARS) return whole
  const short = values.filter((value) => value.length <= SHORT_CHARS)
  const long = values.filter((value) => value.length > SHORT_CHARS)
  return cut(join([...short, ...long]), MOST_WORDS_CHARS)
}

/** The first characters of a text. A pair of surrogates stays whole. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)
}

function join(values: readonly string[]): string {
  let text = ''
  for (const value of values) {
    const part = value.slice(0, MOST_WORDS_CHARS + 1)
    text = text === '' ? part : `${text} ${part}`
    if (text.length > MOST_WORDS_CHARS * 2) break
  }
  return text.replace(/\s+/g, ' ').trim()
}

function leavesOf(content: unknown): string[] {
  const found: string[] = []
  const walk = (value: unknown) => {
    if (found.length >= MOST_VALUES) return
    if (typeof value === 'string' && value !== '') found.push(value)
    if (typeof value === 'number') found.push(String(value))
    if (typeof value !== 'object' || value === null) return
    for (const inner of Object.values(value)) walk(inner)
  }
  walk(content)
  return found
}
