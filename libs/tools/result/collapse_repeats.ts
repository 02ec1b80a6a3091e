/** Identical lines in a row from which on a count replaces them. */
const SAME_RUN = 4
/** The same for lines that differ only in numbers; a higher value, because a line number can matter. */
const SIMILAR_RUN = 8
const SIMILAR_HEAD = 3
/** A line with fewer letters is data, such as a column of numbers, not a log line. */
const MIN_LETTERS = 8
/** A longer line is not a log line. */
const MAX_CHARS = 500

/**
 * Collapses runs of log lines with the same pattern (docs/design/prompt.md#evidence): the first lines and the last stay, the rest
 * becomes `… 57 similar lines`.
 */
export function collapseRepeats(text: string): string {
  const lines = text.split('\n')
  const shapes = lines.map(shapeOf)
  const out: string[] = []
  for (let at = 0; at < lines.length; ) {
    const same = runLength(lines, at)
    const similar = runLength(shapes, at)
    if (similar >= SIMILAR_RUN && similar > same) {
      out.push(...lines.slice(at, at + SIMILAR_HEAD))
      out.push(`… ${similar - SIMILAR_HEAD - 1} similar lines`)
      out.push(...lines.slice(at + similar - 1, at + similar))
      at += similar
    } else if (same >= SAME_RUN) {
      out.push(...lines.slice(at, at + 1), `… ${same - 1} identical lines`)
      at += same
    } else {
      out.push(...lines.slice(at, at + 1))
      at += 1
    }
  }
  return out.join('\n')
}

/** A line with its numbers, hashes and times replaced by `#`; the line itself when it is not a log line. */
function shapeOf(line: string): string {
  if (line.length > MAX_CHARS || line.length < MIN_LETTERS || !/\d/.test(line)) return line
  const shape = line.replace(/\b(?=[0-9a-f-]*\d)[0-9a-f-]{6,}\b/gi, '#').replace(/\d+/g, '#')
  return shape.replace(/[^\p{L}]/gu, '').length >= MIN_LETTERS ? shape : line
}

function runLength(items: readonly string[], from: number): number {
  let to = from + 1
  while (to < items.length && items[to] === items[from]) to += 1
  return to - from
}
