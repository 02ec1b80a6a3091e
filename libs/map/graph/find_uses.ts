import { join } from 'node:path'
import { isTest } from '../files/kind_of_file.js'
import type { Language } from '../language/language.js'
import type { FileEntry, Store } from '../store/entry.js'
import { exactTags, type TagSource } from '../store/exact_tags.js'
import { readSource } from '../store/read_file.js'
import type { Tag } from '../tags/tag.js'
import { scanNames } from '../words/scan_names.js'
import { filesWith } from './find_definitions.js'
import type { FoundTag, Use } from './types.js'

/** Files whose lines one question looks at. */
const MOST_FILES = 80
/** Uses that one question returns. */
const MOST_USES = 400
const LONGEST_LINE = 200

/** The lines of code that have a name and do not define it. Names in comments and strings are left out. */
export async function findUses(
  store: Store,
  source: TagSource,
  { name, definitions }: { name: string; definitions: readonly FoundTag[] },
): Promise<{ uses: Use[]; unread: number }> {
  const id = store.names.find(name)
  if (id === undefined) return { uses: [], unread: 0 }
  const files = filesWith(store, id)
  const uses: Use[] = []
  let looked = 0
  for (const entry of files) {
    if (looked >= MOST_FILES || uses.length >= MOST_USES) break
    looked += 1
    const own = definitions.filter(({ path }) => path === entry.path).map(({ line }) => line)
    uses.push(...(await usesIn(entry, source, { name, own })))
  }
  const order = (use: Use) => (isTest(use.path) ? 1 : 0)
  uses.sort((a, b) => order(a) - order(b) || byText(a.path, b.path) || a.line - b.line)
  return { uses: uses.slice(0, MOST_USES), unread: files.length - looked }
}

async function usesIn(
  entry: FileEntry,
  source: TagSource,
  { name, own }: { name: string; own: readonly number[] },
): Promise<Use[]> {
  const language = source.languages.named(entry.language ?? '')
  const read = readSource(join(source.root, entry.path))
  if (language === null || !read.ok) return []
  const { text } = read
  const places: number[] = []
  scanNames(text, (found, at) => {
    if (found === name) places.push(at)
  })
  if (places.length === 0) return []
  const areCode = await source.tags.areCode(language, text, places).catch(() => null)
  const tags = await exactTags(entry, source)
  const found = new Map<number, Use>()
  let line = 1
  let from = 0
  places.forEach((place, at) => {
    for (let next = text.indexOf('\n', from); next !== -1 && next < place; ) {
      line += 1
      from = next + 1
      next = text.indexOf('\n', from)
    }
    if (areCode?.[at] === false || own.includes(line)) return
    const isCall = isCalled(language, text, place + name.length)
    const known = found.get(line)
    if (known !== undefined) {
      known.isCall ||= isCall
      return
    }
    const end = text.indexOf('\n', place)
    const shown = text.slice(from, end === -1 ? undefined : end).trim()
    const inside = innermost(tags, line)
    found.set(line, {
      path: entry.path,
      line,
      text: shown.slice(0, LONGEST_LINE),
      inside: inside === null ? null : { name: inside.name, line: inside.line },
      isCall,
    })
  })
  return [...found.values()]
}

/** Whether a name that ends here is called: `get(`, `get<T>(`, `get?.(`, `vec!(`, or any use in a shell script. */
export function isCalled(language: Language, text: string, end: number): boolean {
  if (language.bareCalls) return true
  return /^(?:\?\.|!)?\s?(?:<[^<>()\n]{0,60}>)?\(/.test(text.slice(end, end + 70))
}

/** The smallest definition around a line. */
function innermost(tags: readonly Tag[], line: number): Tag | null {
  let best: Tag | null = null
  for (const tag of tags) {
    if (tag.line > line || tag.end < line) continue
    if (best === null || tag.end - tag.line <= best.end - best.line) best = tag
  }
  return best
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
