/** One definition in a file. */
export interface Tag {
  name: string
  kind: string
  /** First line of the name, from 1. */
  line: number
  /** Last line of the definition. */
  end: number
  /** The line of the name without indentation, joined with the next ones while its brackets are open. */
  text: string
}

const MOST_CHARS = 120
const MOST_JOINED = 8

/** The signature of a definition: one line. */
export function signatureAt(lines: readonly string[], row: number): string {
  let text = (lines[row] ?? '').trim()
  for (let next = row + 1; next < row + MOST_JOINED && isOpen(text); next++) {
    if (text.length > MOST_CHARS) break
    text = `${text}${/[([]$/.test(text) ? '' : ' '}${(lines[next] ?? '').trim()}`
  }
  text = text.replace(/\s+/g, ' ').replace(/\s*(?:\{|=>\s*\{|=>|:|\bdo|\()$/, '')
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS - 1)}…`
}

function isOpen(text: string): boolean {
  let depth = 0
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth += 1
    if (sign === ')' || sign === ']') depth -= 1
  }
  return depth > 0
}
