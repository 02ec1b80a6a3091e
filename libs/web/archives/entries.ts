/** A file of an archive. Folders have no entry of their own. */
export interface ArchiveEntry {
  /** Relative to the target folder: forward slashes, no `..`, not absolute. */
  path: string
  bytes: Buffer
  executable: boolean
}

/** Why the whole archive is refused; the message is for the model. */
export class ArchiveError extends Error {}

/** The normalised name of an entry, without a trailing slash. @throws ArchiveError when it is unsafe */
export function safeName(name: string): string {
  const shown = JSON.stringify(name.slice(0, 120))
  if ([...name].some((char) => char < ' ' || char === '\x7f' || char === '\\'))
    throw new ArchiveError(`the name ${shown} contains control characters or backslashes`)
  if (/^\/|^[a-z]:/i.test(name)) throw new ArchiveError(`the name ${shown} is absolute`)
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw new ArchiveError(`the name ${shown} points outside its folder`)
  return parts.join('/')
}

/**
 * Refuses two names that are equal on a file system without case, and a name that is a file and a folder.
 * @throws ArchiveError
 */
export function checkNames(entries: readonly ArchiveEntry[]): void {
  const files = new Set<string>()
  for (const { path } of entries) {
    const folded = path.normalize('NFC').toLowerCase()
    if (files.has(folded)) throw new ArchiveError(`the name ${path} occurs twice`)
    files.add(folded)
  }
  for (const folded of files)
    for (let at = folded.indexOf('/'); at >= 0; at = folded.indexOf('/', at + 1))
      if (files.has(folded.slice(0, at)))
        throw new ArchiveError(`${folded.slice(0, at)} is both a file and a folder`)
}
