/** Progress on a stream, with one line below it that is replaced. */
export interface StatusLine {
  print(text: string): void
  /** null removes the line. */
  status(text: string | null): void
}

const CLEAR = '\r\x1b[2K'
/** Columns of a terminal that does not report its size. */
const COLUMNS = 80

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
      stream.write(text.slice(0, (stream.columns || COLUMNS) - 1))
      isShown = true
    },
  }
}
