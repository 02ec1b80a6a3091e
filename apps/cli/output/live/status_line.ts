/** Progress on a stream, with one line below it that is replaced. */
export interface StatusLine {
  print(text: string): void
  /** null removes the line. */
  status(text: string | null): void
}

const CLEAR = '\r\x1b[2K'
/** Columns of a terminal that does not report its size. */
const COLUMNS = 80

/** Since when something is waited for: that it moves says that the program is alive. */
const SINCE = /,? \d+ s\b.*$/

function fitted(text: string, columns: number): string {
  if (text.length <= columns) return text
  const since = SINCE.exec(text)?.[0].trimEnd() ?? ''
  const head = text.slice(0, Math.max(0, columns - since.length - 1)).trimEnd()
  return `${head}…${since}`.slice(0, columns)
}

/** A line that is written over, for a run that reads no keys. */
export function createStatusLine(stream: NodeJS.WriteStream): StatusLine {
  let isShown = false
  let isMidLine = false
  const remove = () => {
    if (isShown) stream.write(CLEAR)
    isShown = false
  }
  return {
    print(text) {
      remove()
      stream.write(text)
      isMidLine = !text.endsWith('\n')
    },
    status(text) {
      if (isMidLine) return
      remove()
      if (text === null) return
      stream.write(fitted(text, (stream.columns || COLUMNS) - 1))
      isShown = true
    },
  }
}
