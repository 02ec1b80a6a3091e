import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** A change that the system did not report is found within this time. */
const LOOK_MS = 1_000

export interface Watch {
  /** Checks now. */
  look(): void
  close(): void
}

/**
 * Calls back when a file was replaced, written, created or removed: reported by the system, or found by a check
 * once a second where the system does not report it (network file systems, no watches left).
 * @param onChange  true: processed; false: not processed, so it is called again at the next check
 */
export function watchFile(path: string, onChange: () => boolean): Watch {
  let taken = stampOf(path)
  const look = () => {
    const now = stampOf(path)
    if (now !== taken && onChange()) taken = now
  }
  const watcher = watchFolder(path, look)
  const timer = setInterval(look, LOOK_MS)
  // Neither may keep an idle process alive.
  timer.unref()
  watcher?.unref()
  return {
    look,
    close() {
      clearInterval(timer)
      watcher?.close()
    },
  }
}

// The folder is watched, not the file: a rename puts another file in its place.
function watchFolder(path: string, look: () => void): FSWatcher | null {
  try {
    const watcher = watch(dirname(path), (_, name) => {
      if (name === null || name === basename(path)) look()
    })
    // The checks continue without it.
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}

// Called by timers and watches: an error is one more state of the file, never an exception.
function stampOf(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found === undefined ? 'none' : `${found.ino} ${found.size} ${found.mtimeNs}`
  } catch (error) {
    return `error ${(error as NodeJS.ErrnoException).code}`
  }
}
