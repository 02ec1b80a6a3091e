import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { redactTyped } from '#core'

/** Lines that are kept; the file is cut to them when it has twice as many. */
const MOST_LINES = 1_000
/** A longer line is not kept: a file that was pasted is no line of the history. */
const LINE_CHARS = 10_000

/** The typed lines of all sessions of a folder. */
export interface HistoryFile {
  /** Oldest first. */
  lines: readonly string[]
  add(line: string): void
}

/**
 * Opens the history file: one JSON string a line, readable by the user alone. Secrets are redacted before a line is
 * written. What cannot be read or written is left out: a full disk ends no session.
 */
export function openHistory(path: string): HistoryFile {
  const lines = read(path)
  if (lines.length > 2 * MOST_LINES) rewrite(path, lines.slice(-MOST_LINES))
  return {
    lines: lines.slice(-MOST_LINES),
    add(line) {
      if (line.length > LINE_CHARS) return
      attempt(() => appendFileSync(path, `${JSON.stringify(redactTyped(line))}\n`, { mode: 0o600 }))
    },
  }
}

function read(path: string): string[] {
  const text = attempt(() => readFileSync(path, 'utf8')) ?? ''
  return text.split('\n').flatMap((line) => {
    const value: unknown = attempt(() => JSON.parse(line))
    return typeof value === 'string' ? [value] : []
  })
}

function rewrite(path: string, lines: readonly string[]): void {
  attempt(() => {
    const made = `${path}.${process.pid}`
    writeFileSync(made, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 })
    renameSync(made, path)
  })
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
