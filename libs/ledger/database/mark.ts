import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { sha256 } from '../values/hash.js'

/**
 * A side file that says how many writes were acknowledged. SQLite takes a damaged log for one that ends
 * early and goes on without the lost steps; a ledger that is behind its mark has lost some.
 * The mark is written after the commit and never synced: it may be behind, but never ahead of an intact ledger.
 */
export interface Mark {
  set(writes: number): void
  close(): void
}

const markPath = (path: string) => `${path}.mark`

export function openMark(path: string): Mark {
  const file = openSync(markPath(path), constants.O_CREAT | constants.O_WRONLY, 0o600)
  return {
    set: (writes) => void writeSync(file, toLine(writes), 0),
    close: () => closeSync(file),
  }
}

/** Writes that were acknowledged for sure; null without a mark, or when it is itself damaged. */
export function readMark(path: string): number | null {
  const line = readText(markPath(path))
  const writes = Number(line.slice(0, 16))
  return line !== '' && line === toLine(writes) ? writes : null
}

/** For a ledger that is made anew. */
export function removeMark(path: string): void {
  rmSync(markPath(path), { force: true })
}

/** Always of one length, so that it is overwritten in place also on a full disk. */
function toLine(writes: number): string {
  const digits = String(writes).padStart(16, '0')
  return `${digits} ${sha256(digits).slice(0, 16)}\n`
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
