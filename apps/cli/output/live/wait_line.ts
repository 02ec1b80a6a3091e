import { showControls } from '#core'

/** Without a terminal a line is printed this often: a log needs no line for each try. */
const EVERY_MS = 15_000
/** A line of two rows could not be erased. */
function cut(line: string, columns = Number.POSITIVE_INFINITY): string {
  return line.length < columns ? line : `${line.slice(0, columns - 2)}…`
}

const ERASE = '\r\u001b[2K'

/** The line that says for which server a start waits, and since when. */
export interface WaitLine {
  show(text: string): void
  /** Removes the line from a terminal. */
  end(): void
}

/** On a terminal the line replaces itself; elsewhere it is repeated now and then. */
export function createWaitLine(
  stream: { isTTY?: boolean; columns?: number; write(text: string): unknown },
  now: () => number = () => performance.now(),
): WaitLine {
  let shownMs: number | null = null
  return {
    show(text) {
      const line = showControls(text).replaceAll('\n', ' ')
      if (stream.isTTY) stream.write(`${ERASE}${cut(`${line} (Ctrl+C stops)`, stream.columns)}`)
      else if (shownMs !== null && now() - shownMs < EVERY_MS) return
      else stream.write(`${line}; --wait sets the limit\n`)
      shownMs = now()
    },
    end() {
      if (stream.isTTY && shownMs !== null) stream.write(ERASE)
      shownMs = null
    },
  }
}
