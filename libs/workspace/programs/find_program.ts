import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './environment.js'

/** The full path of a program on the given PATH, or null. */
export function findProgram(name: string, env: Environment): string | null {
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'))
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
