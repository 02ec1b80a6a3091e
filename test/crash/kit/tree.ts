import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Each path below a folder with its mode and, for a file, the hash of its bytes. */
export function readTree(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const mode = (lstatSync(path).mode & 0o7777).toString(8)
    const hash = entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
    found.set(relative(folder, path), `${mode} ${hash}`)
  }
  return found
}
