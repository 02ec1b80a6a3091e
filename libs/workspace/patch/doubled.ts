import type { Replacement } from './types.js'

/** From here on a line is taken for the same whatever its indentation; a brace is not. */
const TELLING = 10
/** From here on it is the same line wherever it stands in new_str. */
const UNMISTAKABLE = 24

export interface DoubledEdge {
  edge: 'above' | 'below'
  line: string
}

/**
 * The line that would stand twice: new_str begins with what stands above the place already, or ends with what
 * stands below, and the replaced text does not. Small models leave a line out of old_str and keep it in new_str.
 * @returns null where nothing is doubled, or the place begins or ends within a line
 */
export function doubledEdge(content: string, place: Replacement): DoubledEdge | null {
  const { start, end, text } = fromLineStart(content, place)
  const fresh = spoken(text.split('\n'))
  const gone = spoken(content.slice(start, end).split('\n'))
  const kept = fresh.map((line) => gone.includes(line))
  const first = kept.indexOf(true)
  const onTop = fresh.slice(0, first === -1 ? fresh.length : first)
  const below = fresh.slice(kept.lastIndexOf(true) + 1)
  const lineStart = content.lastIndexOf('\n', start - 1) + 1
  const before = content.slice(lineStart, start)
  if (before.trim() === '') {
    const line = spoken(content.slice(0, lineStart).split('\n').slice(-MOST_BLANK)).at(-1)
    const edges = [fresh[0] ?? '', gone[0] ?? ''].map((each) => before + each)
    if (isDoubled(line, edges[0], edges[1], onTop)) return { edge: 'above', line }
  }
  const lineEnd = content[end - 1] === '\n' ? end : content.indexOf('\n', end) + 1
  if (lineEnd === 0 || content.slice(end, lineEnd).trim() !== '') return null
  const line = spoken(content.slice(lineEnd).split('\n', MOST_BLANK))[0]
  return isDoubled(line, fresh.at(-1), gone.at(-1), below) ? { edge: 'below', line } : null
}

/** So many lines beside the place are looked at for one that says something. */
const MOST_BLANK = 4

/** A text that begins with a line break begins with the line behind it. */
function fromLineStart(content: string, { start, end, text }: Replacement): Replacement {
  const [skipped = ''] = /^(?:\r?\n)*/.exec(content.slice(start, end)) ?? []
  const [said = ''] = /^(?:\r?\n)*/.exec(text) ?? []
  const common = skipped.startsWith(said) ? said.length : skipped.length
  return { start: start + common, end, text: text.slice(common) }
}

function spoken(lines: string[]): string[] {
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '')
}

function isDoubled(
  beside: string | undefined,
  fresh = '',
  gone = '',
  inserted: readonly string[] = [],
): beside is string {
  if (beside === undefined) return false
  const { length } = /\p{L}/u.test(beside) ? beside.trim() : ''
  const same = (line: string) =>
    length >= TELLING ? line.trim() === beside.trim() : line === beside
  if (same(gone)) return false
  return same(fresh) || (length >= UNMISTAKABLE && inserted.includes(beside))
}
