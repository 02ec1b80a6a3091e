import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { FileEntry, Store } from './entry.js'
import { Names } from './names.js'

/** Changes with every change of what is stored or how it is made. A file of another version is not used. */
const VERSION = 'aircoder map 2'
const DIGEST = 32

/** What is written: one array for each column, because an object a row takes ten times as long to read. */
interface Stored {
  /** All names, one a line: no name has a line break. */
  texts: string
  paths: string[]
  hashes: string[]
  languages: (string | null)[]
  tags: string[]
  /** Size, time, number of names, length of `words`, length of `defines`, for each file. */
  numbers: Float64Array
  lists: Uint32Array
  history: Store['history']
}

export function emptyStore(): Store {
  return { names: new Names(), files: new Map(), history: null }
}

/** Reads the stored index. One that is missing, damaged or of another version is an empty one. */
export function readCache(path: string): Store {
  try {
    const bytes = readFileSync(path)
    const start = VERSION.length + DIGEST
    const body = bytes.subarray(start)
    if (bytes.subarray(0, VERSION.length).toString('latin1') !== VERSION) return emptyStore()
    if (!digestOf(body).equals(bytes.subarray(VERSION.length, start))) return emptyStore()
    return unpack(deserialize(body) as Stored)
  } catch {
    return emptyStore()
  }
}

/** Writes the index by rename. It can be deleted at any time. @returns false when it could not be written */
export function writeCache(path: string, store: Store): boolean {
  const next = `${path}.${process.pid}.new`
  try {
    const body = serialize(pack(store))
    makeFolder(dirname(path))
    writeFileSync(next, Buffer.concat([Buffer.from(VERSION, 'latin1'), digestOf(body), body]), {
      mode: 0o600,
    })
    renameSync(next, path)
    return true
  } catch {
    rmSync(next, { force: true })
    return false
  }
}

/** One level: a recursive mkdir of Node 20 never ends below /proc. */
function makeFolder(path: string): void {
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 })
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** Names that no file has any more are left out. */
function pack({ names, files, history }: Store): Stored {
  const entries = [...files.values()]
  const kept = new Names()
  // Name -> its new id and one.
  const place = new Uint32Array(names.texts.length)
  const moved = (id: number): number => {
    const known = place[id] ?? 0
    if (known !== 0) return known - 1
    const next = kept.idOf(names.texts[id] ?? '')
    place[id] = next + 1
    return next
  }
  const size = entries.reduce((sum, one) => sum + one.words.length + one.defines.length, 0)
  const lists = new Uint32Array(size)
  let end = 0
  for (const { words, defines } of entries) {
    for (let at = 0; at < words.length; at += 2) {
      lists[end++] = moved(words[at] ?? 0)
      lists[end++] = words[at + 1] ?? 0
    }
    for (const id of defines) lists[end++] = moved(id)
  }
  return {
    texts: kept.texts.join('\n'),
    paths: entries.map(({ path }) => path),
    hashes: entries.map(({ hash }) => hash),
    languages: entries.map(({ language }) => language),
    tags: entries.map(({ tags }) => tags),
    numbers: Float64Array.from(
      entries.flatMap(({ size, mtimeMs, length, words, defines }) => [
        size,
        mtimeMs,
        length,
        words.length,
        defines.length,
      ]),
    ),
    lists,
    history,
  }
}

function unpack(stored: Stored): Store {
  const store = emptyStore()
  if (stored.texts !== '') store.names.restore(stored.texts.split('\n'))
  let at = 0
  stored.paths.forEach((path, index) => {
    const [size = 0, mtimeMs = 0, length = 0, words = 0, defines = 0] = stored.numbers.subarray(
      index * 5,
      index * 5 + 5,
    )
    const entry: FileEntry = {
      path,
      size,
      mtimeMs,
      length,
      hash: stored.hashes[index] ?? '',
      language: stored.languages[index] ?? null,
      tags: stored.tags[index] ?? '',
      words: stored.lists.subarray(at, at + words),
      defines: stored.lists.subarray(at + words, at + words + defines),
    }
    at += words + defines
    store.files.set(path, entry)
  })
  store.history = stored.history
  return store
}
