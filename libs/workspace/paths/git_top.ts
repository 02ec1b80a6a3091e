import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The top folder of the git work tree that contains a folder; null outside of git. */
export function gitTop(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return null
  }
}
