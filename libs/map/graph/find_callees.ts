import { join } from 'node:path'
import type { FileEntry, Store } from '../store/entry.js'
import { exactTags, type TagSource } from '../store/exact_tags.js'
import { readSource } from '../store/read_file.js'
import { scanNames } from '../words/scan_names.js'
import { isCalled } from './find_uses.js'
import type { Callee, FoundTag } from './types.js'

/** Definitions whose bodies are read, names that they call, and places of each name. */
const MOST_BODIES = 3
const MOST_CALLEES = 40
const MOST_PLACES = 3

/** What definitions call, as far as the tree defines it. A file's own definition comes before those of others. */
export async function findCallees(
  store: Store,
  source: TagSource,
  definitions: readonly FoundTag[],
): Promise<Callee[]> {
  const found = new Map<string, string>()
  for (const one of definitions.slice(0, MOST_BODIES))
    for (const name of await namesCalledIn(store, source, one))
      if (!found.has(name)) found.set(name, one.path)
  const callees: Callee[] = []
  for (const [name, path] of found) {
    if (callees.length >= MOST_CALLEES) break
    const places = await placesOf(store, source, { name, path })
    if (places.length > 0) callees.push({ name, places })
  }
  return callees
}

async function namesCalledIn(
  { files }: Store,
  source: TagSource,
  { path, name: own, line, end }: FoundTag,
): Promise<string[]> {
  const entry = files.get(path)
  const language = source.languages.named(entry?.language ?? '')
  const read = readSource(join(source.root, path))
  if (entry === undefined || language === null || !read.ok) return []
  const { text } = read
  const [from, to] = rangeOf(text, line, end)
  const names: string[] = []
  const places: number[] = []
  scanNames(text.slice(from, to), (name, at) => {
    if (name === own || !isCalled(language, text, from + at + name.length)) return
    names.push(name)
    places.push(from + at)
  })
  const areCode = await source.tags.areCode(language, text, places).catch(() => null)
  return [...new Set(names.filter((_, at) => areCode?.[at] !== false))]
}

function rangeOf(text: string, line: number, end: number): [from: number, to: number] {
  let at = 0
  for (let row = 1; row < line; row++) at = text.indexOf('\n', at) + 1
  let to = at
  for (let row = line; row <= end && to !== -1; row++) to = text.indexOf('\n', to + 1)
  return [at, to === -1 ? text.length : to]
}

async function placesOf(
  store: Store,
  source: TagSource,
  { name, path }: { name: string; path: string },
): Promise<Callee['places']> {
  const id = store.names.find(name)
  if (id === undefined) return []
  const definers: FileEntry[] = []
  for (const entry of store.files.values()) if (entry.defines.includes(id)) definers.push(entry)
  definers.sort((a, b) => near(a, path) - near(b, path) || (a.path < b.path ? -1 : 1))
  const places: Callee['places'] = []
  for (const entry of definers.slice(0, MOST_PLACES)) {
    const tag = (await exactTags(entry, source)).find((one) => one.name === name)
    if (tag === undefined) continue
    places.push({ path: entry.path, line: tag.line })
    if (entry.path === path) break
  }
  return places
}

function near({ path }: FileEntry, from: string): number {
  return path === from ? 0 : 1
}
