import { wrapTextWithAnsi } from '@mariozechner/pi-tui/dist/utils.js'
import { wrapLine } from '../rows/wrap_line.js'

/** Text on its way above the area: whole lines are printed once, an open last line is shown in the area. */
export interface Printer {
  add(text: string): void
  /** The next whole lines, at most one chunk, broken at words for a terminal of so many columns. */
  take(columns: number): string
  hasMore(): boolean
  /** The open last line as rows; none if it is empty. */
  tail(columns: number): string[]
  /** Everything that is left, the open line included. */
  rest(columns: number): string
}

/** Written at once: a terminal shows this much in less than a frame, and keys are read between two chunks. */
const CHUNK_CHARS = 65_536
/** Of an open line only its end can be seen. */
const TAIL_CHARS = 8_192

export function createPrinter(): Printer {
  let pending = ''
  let tail = ''

  return {
    add(text) {
      const all = tail + text
      const end = all.lastIndexOf('\n') + 1
      pending += all.slice(0, end)
      tail = all.slice(end)
    },
    take(columns) {
      if (pending.length <= CHUNK_CHARS) {
        const all = pending
        pending = ''
        return wrapped(all, columns)
      }
      const end = pending.lastIndexOf('\n', CHUNK_CHARS) + 1
      const cut = end > 0 ? end : pending.indexOf('\n') + 1
      const chunk = pending.slice(0, cut)
      pending = pending.slice(cut)
      return wrapped(chunk, columns)
    },
    hasMore: () => pending !== '',
    tail: (columns) => (tail === '' ? [] : wrapTextWithAnsi(tail.slice(-TAIL_CHARS), columns)),
    rest(columns) {
      const all = pending + tail
      pending = ''
      tail = ''
      return wrapped(all, columns)
    },
  }
}

/** Finished lines, broken at words. */
export function wrapped(text: string, columns: number): string {
  if (text.length < columns) return text
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')
}
