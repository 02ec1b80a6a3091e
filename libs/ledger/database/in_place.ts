import { lstatSync, type Stats } from 'node:fs'
import { AircoderError } from '#core'

/** The open database and the two files that SQLite keeps beside it, as messages name them. */
const FILES = [
  ['', 'it'],
  ['-wal', 'its write-ahead log'],
  ['-shm', 'the index of its log'],
] as const

const LOG = '-wal'

/**
 * Remembers which files SQLite has open. SQLite holds them by descriptor: it would go on to write to a file that was
 * moved, removed or replaced, and what it commits then is found by nobody.
 * @returns check: throws LEDGER_MOVED before a write whose bytes would not be in the ledger at this path;
 *          note: after a write, how long the log is at least
 */
export function watchPlace(path: string): { check(): void; note(): void } {
  const known = new Map(FILES.map(([suffix]) => [suffix, stateOf(path + suffix)]))

  const check = () => {
    for (const [suffix, name] of FILES) {
      const before = known.get(suffix)
      if (before === undefined) continue
      const now = stateOf(path + suffix)
      if (now === undefined) throw moved(path, `${name} is missing`)
      if (now.ino !== before.ino || now.dev !== before.dev)
        throw moved(path, `${name} was replaced`)
      // SQLite never makes its log shorter while somebody has it open.
      if (suffix === LOG && now.size < before.size) throw moved(path, `${name} was cut`)
    }
  }
  const note = () => {
    const log = stateOf(path + LOG)
    const before = known.get(LOG)
    if (log !== undefined && (before === undefined || log.ino === before.ino)) known.set(LOG, log)
  }
  return { check, note }
}

function stateOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

function moved(path: string, reason: string): AircoderError {
  return new AircoderError('LEDGER_MOVED', { path, reason })
}
