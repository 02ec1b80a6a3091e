/** One line of a difference. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
  /** Number in the old file, for what is not added; in the new one for what is. From 1. */
  number: number
}

export type DiffPart =
  | { kind: 'file'; path: string }
  | { kind: 'hunk'; lines: DiffLine[] }
  /** What is no part of a unified diff: a note, a sentence in its place. */
  | { kind: 'text'; text: string }

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Reads a unified diff of any number of files. What it cannot read stays as text. */
export function parseDiff(diff: string): DiffPart[] {
  const parts: DiffPart[] = []
  let lines: DiffLine[] = []
  // Lines that the hunk has left; a line `--- x` inside it is a removed one.
  let [oldAt, newAt, oldLeft, newLeft] = [0, 0, 0, 0]
  for (const line of diff.split('\n')) {
    if (oldLeft > 0 || newLeft > 0) {
      const sign = line[0] ?? ' '
      const text = line.slice(1)
      if (sign === '+') lines.push({ kind: 'added', text, number: newAt })
      else if (sign === '-') lines.push({ kind: 'removed', text, number: oldAt })
      else if (sign === ' ') lines.push({ kind: 'same', text, number: newAt })
      else if (sign === '\\') continue
      else {
        oldLeft = newLeft = 0
        parts.push({ kind: 'text', text: line })
        continue
      }
      if (sign !== '+') [oldAt, oldLeft] = [oldAt + 1, oldLeft - 1]
      if (sign !== '-') [newAt, newLeft] = [newAt + 1, newLeft - 1]
      continue
    }
    const hunk = HUNK.exec(line)
    if (hunk !== null) {
      const [, from = '1', fromCount = '1', to = '1', toCount = '1'] = hunk
      ;[oldAt, oldLeft, newAt, newLeft] = [from, fromCount, to, toCount].map(Number) as Counts
      lines = []
      parts.push({ kind: 'hunk', lines })
    } else if (line.startsWith('+++ ')) parts.push({ kind: 'file', path: pathOf(line, parts) })
    else if (line.startsWith('--- ')) parts.push({ kind: 'file', path: pathOf(line, parts) })
    else if (line !== '' && !line.startsWith('\\')) parts.push({ kind: 'text', text: line })
  }
  return parts
}

type Counts = [number, number, number, number]

/** Both header lines name the file: the second one replaces the first, unless the file is gone. */
function pathOf(line: string, parts: DiffPart[]): string {
  const path = line
    .slice('--- '.length)
    .replace(/\t.*$/, '')
    .replace(/^[ab]\//, '')
  if (!line.startsWith('+++ ')) return path
  const last = parts.at(-1)
  if (last?.kind !== 'file') return path
  parts.pop()
  return path === '/dev/null' ? last.path : path
}
