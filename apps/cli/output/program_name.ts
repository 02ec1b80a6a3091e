import { basename, relative } from 'node:path'

/** How this program was started, for commands that a person can copy. */
export function programName(): string {
  const script = process.argv[1] ?? 'aircoder'
  return basename(script) === 'aircoder' ? 'aircoder' : `node ${quoted(relative('.', script))}`
}

/** A word as a shell reads it back. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
