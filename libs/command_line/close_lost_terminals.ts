import { closeSync } from 'node:fs'
import { isatty } from 'node:tty'

const STANDARD = [0, 1, 2]

/**
 * Node restores the mode of each terminal that it began with. Where one is gone that fails, and node aborts with a stack and
 * a core file; a descriptor that is closed it leaves alone. So those of lost terminals are closed at the exit.
 */
export function closeLostTerminals(): void {
  const terminals = STANDARD.filter((fd) => isatty(fd))
  process.once('exit', () => {
    for (const fd of terminals)
      if (!isatty(fd))
        try {
          closeSync(fd)
        } catch {
          // It was closed before.
        }
  })
}
