import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, mode 0700, one by one: a recursive mkdir of node never returns below /proc.
 * @throws the system's error
 */
export function makeFolders(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolders(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
