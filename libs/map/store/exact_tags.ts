import { join } from 'node:path'
import type { Languages } from '../language/language.js'
import type { TagReader } from '../tags/read_tags.js'
import type { Tag } from '../tags/tag.js'
import type { FileEntry } from './entry.js'
import { readSource } from './read_file.js'

/** What definitions are read with. */
export interface TagSource {
  root: string
  languages: Languages
  tags: TagReader
  /** Called when definitions were parsed that the stored index lacks. */
  onParsed(): void
}

/** The definitions of a file, parsed once for each content. */
export async function exactTags(
  entry: FileEntry,
  { root, languages, tags, onParsed }: TagSource,
): Promise<Tag[]> {
  if (entry.tags !== '') return JSON.parse(entry.tags) as Tag[]
  const language = languages.named(entry.language ?? '')
  const read = language === null ? null : readSource(join(root, entry.path))
  if (language === null || read?.ok !== true) return []
  // A text that breaks a grammar has no definitions.
  const found = await tags.read(language, read.text).catch(() => [])
  if (read.hash === entry.hash) {
    entry.tags = JSON.stringify(found)
    onParsed()
  }
  return found
}
