import type { Replacement } from '../text/types.js'
import { sameBrackets } from './edge_line.js'

/** A line of the file of which old_str has only a part. */
export interface CutLine {
  edge: 'begins' | 'ends'
  line: string
}

/** From this length on, the rest of a line that is also in new_str is not a coincidence. */
const SIGNIFICANT = 10

/**
 * Finds a line in which a block begins or ends by mistake: the block ends inside a word, or new_str also has
 * the rest of the line, which would then occur twice.
 * @returns null when the partial line seems to be intended
 */
export function cutLine(content: string, { start, end, text }: Replacement): CutLine | null {
  const gone = content.slice(start, end)
  const lineStart = content.lastIndexOf('\n', start - 1) + 1
  const next = content.indexOf('\n', end)
  const head = content.slice(lineStart, start)
  const tail = gone.endsWith('\n')
    ? ''
    : content.slice(end, next === -1 ? undefined : next).trimEnd()
  const several = gone.trim().includes('\n')
  const firstGone = gone.split('\n', 1)[0] ?? ''
  const lastGone = gone.slice(gone.lastIndexOf('\n') + 1)
  if (head.trim() !== '') {
    const line = head + firstGone
    const repeats = text.trimStart().startsWith(head.trimStart()) && !gone.startsWith(head.trim())
    const inWord = several && /\w$/.test(head) && /^\w/.test(gone)
    const changed = !text.startsWith(firstGone)
    const joins = several && /^\r?\n/.test(gone) && /^\S/.test(text)
    const again = several && text.trimStart().startsWith(line.trim())
    if (
      joins ||
      again ||
      comesWhole(line, gone, text) ||
      (changed && (inWord || (repeats && isSignificant(head))))
    )
      return { edge: 'begins', line: line.trim() }
  }
  if (tail.trim() === '') return null
  const line = (several ? lastGone : head + gone) + tail
  const repeats = text.trimEnd().endsWith(tail) && !gone.endsWith(tail)
  const inWord = several && /\w$/.test(gone) && /^\w/.test(tail)
  const changed = !text.endsWith(lastGone)
  const cut =
    comesWhole(line, gone, text) || (changed && (inWord || (repeats && isSignificant(tail))))
  return cut ? { edge: 'ends', line: line.trim() } : null

  function isSignificant(rest: string): boolean {
    if (!sameBrackets([gone], [text])) return true
    return /\w/.test(rest) && (several || rest.trim().length >= SIGNIFICANT)
  }
}

/** Whether new_str has the whole line, although it replaces only a part of it. */
function comesWhole(line: string, gone: string, text: string): boolean {
  const bare = line.trim()
  const has = (where: string) => where.split('\n').some((each) => each.trim() === bare)
  return bare.length >= SIGNIFICANT && has(text) && !has(gone)
}
