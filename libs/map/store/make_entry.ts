import { isGenerated, isGeneratedPath } from '../files/kind_of_file.js'
import type { Languages } from '../language/language.js'
import { quickNames } from '../tags/quick_names.js'
import { scanNames } from '../words/scan_names.js'
import type { FileEntry } from './entry.js'
import type { Names } from './names.js'
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
  names: Names
}

/** Reads one file. Where its text is that of the known entry, only size and time are new. */
export function makeEntry(
  seen: Seen,
  known: FileEntry | undefined,
  { languages, names }: MakeParts,
): FileEntry {
  const { path, absolute, size, mtimeMs } = seen
  const bare = bareEntry(seen)
  const language = languages.of(path)
  if (language === null || isGeneratedPath(path)) return bare
  const read = readSource(absolute)
  if (!read.ok) return bare
  if (known !== undefined && known.hash === read.hash) return { ...known, size, mtimeMs }
  if (isGenerated(read.text)) return { ...bare, hash: read.hash }
  const { words, length } = countNames(read.text, names)
  return {
    ...bare,
    hash: read.hash,
    language: language.name,
    words,
    length,
    defines: Uint32Array.from(quickNames(read.text), (name) => names.idOf(name)),
    tags: '',
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

/** How often each name was met in the text that is read now; all zero between texts. */
let counts = new Uint32Array(1 << 16)

function countNames(text: string, names: Names): { words: Uint32Array; length: number } {
  const met: number[] = []
  let length = 0
  scanNames(text, (name) => {
    if (name.length > LONGEST_NAME) return
    length += 1
    const id = met.length < MOST_NAMES ? names.idOf(name) : names.find(name)
    if (id === undefined) return
    if (id >= counts.length) {
      const more = new Uint32Array(id * 2)
      more.set(counts)
      counts = more
    }
    if (counts[id] === 0) {
      if (met.length >= MOST_NAMES) return
      met.push(id)
    }
    counts[id] = (counts[id] ?? 0) + 1
  })
  const words = new Uint32Array(met.length * 2)
  met.forEach((id, at) => {
    words[at * 2] = id
    words[at * 2 + 1] = counts[id] ?? 0
    counts[id] = 0
  })
  return { words, length }
}
