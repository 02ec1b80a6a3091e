/** The lines that were sent, and the place in them while arrows walk through. */
export interface History {
  /** Adds a line, as the newest. */
  add(line: string): void
  /** The line before; null: there is none. The draft is kept for the way back. */
  previous(draft: string): string | null
  /** The line after, or the draft; null: nothing is being walked through. */
  next(): string | null
  /** The next `previous` begins at the newest again. */
  leave(): void
  /** Newest first. */
  all(): readonly string[]
}

/** Where lines are kept from one session to the next. */
export interface KeptHistory {
  /** Oldest first. */
  lines: readonly string[]
  /** Keeps a line. */
  add(line: string): void
}

const MOST_LINES = 1_000

export function createHistory(kept: KeptHistory | undefined): History {
  const lines = [...(kept?.lines ?? [])].slice(-MOST_LINES)
  /** Index of the line that is shown; the number of lines: none is. */
  let at = lines.length
  let draft = ''

  return {
    add(line) {
      at = lines.length
      if (line.trim() === '' || line === lines.at(-1)) return
      lines.push(line)
      if (lines.length > MOST_LINES) lines.shift()
      at = lines.length
      kept?.add(line)
    },
    previous(typed) {
      if (at === 0) return null
      if (at === lines.length) draft = typed
      at -= 1
      return lines[at] ?? null
    },
    next() {
      if (at === lines.length) return null
      at += 1
      return at === lines.length ? draft : (lines[at] ?? null)
    },
    leave() {
      at = lines.length
    },
    all: () => [...lines].reverse(),
  }
}
