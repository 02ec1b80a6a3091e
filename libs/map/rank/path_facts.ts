import { isAside, isTest } from '../files/kind_of_file.js'
import type { FileEntry } from '../store/entry.js'
import { NAMES, splitName } from '../words/split_words.js'

/** What a path says, read once for each entry: a tree of 20,000 files is ranked in every turn. */
export interface PathFacts {
  words: readonly string[]
  /** Number of its parts. */
  length: number
  isTest: boolean
  isAside: boolean
}

const known = new WeakMap<FileEntry, PathFacts>()

export function pathFacts(entry: FileEntry): PathFacts {
  const before = known.get(entry)
  if (before !== undefined) return before
  const { path } = entry
  const facts = {
    words: pathWords(path),
    length: path.split(/[/._-]/).length,
    isTest: isTest(path),
    isAside: isAside(path),
  }
  known.set(entry, facts)
  return facts
}

/** The words of a path. */
export function pathWords(path: string): string[] {
  return [...path.matchAll(NAMES)].flatMap(([name]) => splitName(name))
}
