/** A file of an archive; folders are made by the files in them. */
export interface ArchiveEntry {
  /** Below the folder that it is unpacked to: forward slashes, no `..`, not absolute. */
  path: string
  bytes: Buffer
  executable: boolean
}

/** Why an archive is refused as a whole, in words for the model. */
export class ArchiveFlaw extends Error {}

/** The name of an entry in its one spelling; a trailing slash (a folder) is dropped. */
export function safeName(name: string): string {
  const shown = JSON.stringify(name.slice(0, 120))
  if ([...name].some((char) => char < ' ' || char === '\x7f' || char === '\\'))
    throw new ArchiveFlaw(`the name ${shown} holds odd characters`)
  if (/^\/|^[a-z]:/i.test(name)) throw new ArchiveFlaw(`the name ${shown} is absolute`)
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw new ArchiveFlaw(`the name ${shown} leads out of its folder`)
  return parts.join('/')
}

/** Two names that some disk takes for one, or a file that another name needs as a folder. */
export function checkNames(entries: readonly ArchiveEntry[]): void {
  const files = new Set<string>()
  for (const { path } of entries) {
    const folded = path.normalize('NFC').toLowerCase()
    if (files.has(folded)) throw new ArchiveFlaw(`the name ${path} is in it twice`)
    files.add(folded)
  }
  for (const folded of files)
    for (let at = folded.indexOf('/'); at >= 0; at = folded.indexOf('/', at + 1))
      if (files.has(folded.slice(0, at)))
        throw new ArchiveFlaw(`${folded.slice(0, at)} is a file and a folder in it`)
}
