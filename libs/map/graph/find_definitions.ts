import { isTest } from '../files/kind_of_file.js'
import type { FileEntry, Store } from '../store/entry.js'
import { exactTags, type TagSource } from '../store/exact_tags.js'
import type { FoundTag } from './types.js'

/** Definitions that one question returns. */
const MOST_FOUND = 50
/** Files that are parsed for one question, because their text has the name. */
const MOST_PARSED = 150

/** Files whose text has a name: those that seem to define it first, sources before tests, then by path. */
export function filesWith(store: Store, id: number): FileEntry[] {
  const found: { entry: FileEntry; weight: number }[] = []
  for (const entry of store.files.values()) {
    const defines = entry.defines.includes(id)
    if (!defines && !hasName(entry, id)) continue
    found.push({ entry, weight: (defines ? 0 : 2) + (isTest(entry.path) ? 1 : 0) })
  }
  return found
    .sort((a, b) => a.weight - b.weight || (a.entry.path < b.entry.path ? -1 : 1))
    .map(({ entry }) => entry)
}

function hasName({ words }: FileEntry, id: number): boolean {
  for (let at = 0; at < words.length; at += 2) if (words[at] === id) return true
  return false
}

/** The definitions of a name, in the order of `filesWith`. */
export async function findDefinitions(
  store: Store,
  source: TagSource,
  name: string,
): Promise<FoundTag[]> {
  const id = store.names.find(name)
  if (id === undefined) return []
  const found: FoundTag[] = []
  for (const entry of filesWith(store, id).slice(0, MOST_PARSED)) {
    for (const tag of await exactTags(entry, source))
      if (tag.name === name) found.push({ path: entry.path, ...tag })
    if (found.length >= MOST_FOUND) break
  }
  return found
}
