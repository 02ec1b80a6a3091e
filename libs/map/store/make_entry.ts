import { isGenerated, isGeneratedPath } from '../files/kind_of_file.js'
import type { Languages } from '../language/language.js'
import type { TagReader } from '../tags/read_tags.js'
import type { Tag } from '../tags/tag.js'
import { NAMES } from '../words/split_words.js'
import type { FileEntry, Names } from './entry.js'
import { readSource } from './read_file.js'

/** Different names of one file that are kept. */
const MOST_NAMES = 4_000
/** Longer runs are data. */
const LONGEST_NAME = 80

export interface Seen {
  path: string
  absolute: string
  size: number
  mtimeMs: number
}

export interface MakeParts {
  languages: Languages
  tags: TagReader
  names: Names
}

/** Reads one file. Where its text is that of the known entry, only size and time are new. */
export async function makeEntry(
  seen: Seen,
  known: FileEntry | undefined,
  { languages, tags, names }: MakeParts,
): Promise<FileEntry> {
  const { path, absolute, size, mtimeMs } = seen
  const bare = bareEntry(seen)
  const language = languages.of(path)
  if (language === null || isGeneratedPath(path)) return bare
  const read = readSource(absolute)
  if (!read.ok) return bare
  if (known !== undefined && known.hash === read.hash) return { ...known, size, mtimeMs }
  if (isGenerated(read.text)) return { ...bare, hash: read.hash }
  const found = await readTags(tags, language, read.text)
  const { words, length } = countNames(read.text, names)
  return {
    ...bare,
    hash: read.hash,
    language: language.name,
    words,
    length,
    defines: Uint32Array.from(new Set(found.map(({ name }) => names.idOf(name)))),
    tags: JSON.stringify(found),
  }
}

/** A file of which only the path is known. */
export function bareEntry({ path, size, mtimeMs }: Omit<Seen, 'absolute'>): FileEntry {
  const none = new Uint32Array(0)
  return {
    path,
    size,
    mtimeMs,
    hash: '',
    language: null,
    words: none,
    length: 0,
    defines: none,
    tags: '[]',
  }
}

/** A text that breaks a grammar still has names. */
async function readTags(
  tags: TagReader,
  language: Parameters<TagReader['read']>[0],
  text: string,
): Promise<Tag[]> {
  try {
    return await tags.read(language, text)
  } catch {
    return []
  }
}

function countNames(text: string, names: Names): { words: Uint32Array; length: number } {
  const counts = new Map<string, number>()
  let length = 0
  for (const [name] of text.matchAll(NAMES)) {
    if (name.length > LONGEST_NAME) continue
    length += 1
    const count = counts.get(name)
    if (count !== undefined) counts.set(name, count + 1)
    else if (counts.size < MOST_NAMES) counts.set(name, 1)
  }
  const words = new Uint32Array(counts.size * 2)
  let at = 0
  for (const [name, count] of counts) {
    words[at++] = names.idOf(name)
    words[at++] = count
  }
  return { words, length }
}
