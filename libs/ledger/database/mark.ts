import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { sha256 } from '../values/hash.js'

/**
 * A side file with the number of acknowledged writes. SQLite treats a damaged log as one that ends early
 * and continues without the lost steps. A ledger with fewer writes than its mark has lost some.
 * The mark is written after the commit and never synced: it can be behind an intact ledger, but never ahead.
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

/** The acknowledged writes; null when the mark is missing or damaged. */
export function readMark(path: string): number | null {
  const line = readText(markPath(path))
  const writes = Number(line.slice(0, 16))
  return line !== '' && line === toLine(writes) ? writes : null
}

/** Called before a new ledger is put in place. */
export function removeMark(path: string): void {
  rmSync(markPath(path), { force: true })
}

/** The length is constant, so that the mark can be overwritten on a full disk. */
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
