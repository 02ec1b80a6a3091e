import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Until both programs exist the libraries are incomplete, and a missing file is not an error. */
export const ASSEMBLED = existsSync('apps/cli/main.ts') && existsSync('apps/proxy/main.ts')

/** For tests of what only a whole product has. */
export const WHEN_ASSEMBLED = ASSEMBLED ? {} : { skip: 'the programs are not there yet' }

/** What git has or would take, relative to the root. */
export function trackedFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const names = execFileSync('git', args, { maxBuffer: 64 << 20 })
  return [...new Set(names.toString().split('\0'))]
    .filter((name) => name && existsSync(name))
    .sort()
}

/** Our own code under these folders. */
export function codeFiles(...folders: string[]): string[] {
  const inside = (name: string) => folders.some((folder) => name.startsWith(`${folder}/`))
  return trackedFiles().filter(
    (name) => inside(name) && /\.(?:ts|mjs)$/.test(name) && !/\/(?:fixtures|project)\//.test(name),
  )
}

export function readText(path: string): string {
  return readFileSync(path, 'utf8')
}

export function foldersIn(path: string): string[] {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(path, entry.name))
}
