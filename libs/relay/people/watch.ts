import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** A change that the system did not tell of is found within this time. */
const LOOK_MS = 1_000

export interface Watch {
  /** Looks now. */
  look(): void
  close(): void
}

/**
 * Calls back when a file was replaced, written, made or removed: told by the system where it can, found by
 * looking once a second where it cannot (network file systems, no watches left).
 * @param onChange  true: it was taken; false: it could not be, so it is called again at the next look
 */
export function watchFile(path: string, onChange: () => boolean): Watch {
  let taken = stampOf(path)
  const look = () => {
    const now = stampOf(path)
    if (now !== taken && onChange()) taken = now
  }
  const watcher = watchFolder(path, look)
  const timer = setInterval(look, LOOK_MS)
  // Neither may keep a process alive that has nothing else to do.
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
    // Looking goes on without it.
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}

// Called by timers and watches: what cannot be looked at is one more state of the file, never an exception.
function stampOf(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found === undefined ? 'none' : `${found.ino} ${found.size} ${found.mtimeNs}`
  } catch (error) {
    return `error ${(error as NodeJS.ErrnoException).code}`
  }
}
