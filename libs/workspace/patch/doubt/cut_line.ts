import type { Replacement } from '../text/types.js'
import { evenBrackets } from './edge_line.js'

/** A line of the file that old_str has a part of, and where it was cut. */
export interface CutLine {
  edge: 'begins' | 'ends'
  line: string
}

/** A rest of a line that new_str has as well is no accident from here on. */
const TELLING = 10

/**
 * The line that a block of several lines begins or ends within by accident: it is cut within a word, or new_str has
 * the rest of that line too, which would then stand there twice.
 * @returns null where the part of a line seems to be meant
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
      (changed && (inWord || (repeats && isTold(head))))
    )
      return { edge: 'begins', line: line.trim() }
  }
  if (tail.trim() === '') return null
  const line = (several ? lastGone : head + gone) + tail
  const repeats = text.trimEnd().endsWith(tail) && !gone.endsWith(tail)
  const inWord = several && /\w$/.test(gone) && /^\w/.test(tail)
  const changed = !text.endsWith(lastGone)
  const cut = comesWhole(line, gone, text) || (changed && (inWord || (repeats && isTold(tail))))
  return cut ? { edge: 'ends', line: line.trim() } : null

  function isTold(rest: string): boolean {
    if (!evenBrackets([gone], [text])) return true
    return /\w/.test(rest) && (several || rest.trim().length >= TELLING)
  }
}

/** The whole line stands in new_str, which was to replace a part of it. */
function comesWhole(line: string, gone: string, text: string): boolean {
  const bare = line.trim()
  const has = (where: string) => where.split('\n').some((each) => each.trim() === bare)
  return bare.length >= TELLING && has(text) && !has(gone)
}
