/** A part of a Markdown text between empty lines. A fence with its code is one part. */
export interface Segment {
  text: string
  /** The info text of an open fence, whose end is not there yet; null: the part is whole. */
  fence: string | null
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/

/** Reads lines into segments, each line once. */
export interface Splitter {
  /** @param line  without its line end. @returns the segment that this line completed; null: none */
  add(line: string): Segment | null
  /** The segment that is not complete. Its lines are joined for that: not to be asked for each line. */
  open(): Segment
  /** Of the open segment, as `fence` of it. */
  fence(): string | null
  /** Takes the lines of the open segment away, but not its fence: code that is long is taken in pieces. */
  drop(): void
}

export function createSplitter(): Splitter {
  let lines: string[] = []
  let fence: { mark: string; info: string } | null = null
  const openFence = () => fence?.info ?? null
  const open = (): Segment => ({ text: lines.join('\n'), fence: openFence() })
  const take = (): Segment | null => {
    const segment = open()
    lines = []
    return segment.text.trim() === '' ? null : { text: segment.text, fence: null }
  }
  return {
    open,
    fence: openFence,
    drop() {
      lines = []
    },
    add(line) {
      const [, mark = '', info = ''] = FENCE.exec(line) ?? []
      if (fence !== null) {
        lines.push(line)
        const isEnd = mark.startsWith(fence.mark) && info.trim() === ''
        if (!isEnd) return null
        fence = null
        return take()
      }
      if (line.trim() === '') return take()
      const before = mark === '' ? null : take()
      if (mark !== '') fence = { mark, info: info.trim() }
      lines.push(line)
      return before
    },
  }
}

/** All segments of a text. */
export function segmentsOf(text: string): Segment[] {
  const splitter = createSplitter()
  const done = text.split('\n').flatMap((line) => splitter.add(line) ?? [])
  const last = splitter.open()
  return last.text.trim() === '' ? done : [...done, last]
}
