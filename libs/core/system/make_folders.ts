import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, one by one: a recursive mkdir of node never returns below /proc.
 * @param mode  permission bits of each new folder
 * @throws the system's error
 */
export function makeFolders(path: string, mode = 0o700): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
