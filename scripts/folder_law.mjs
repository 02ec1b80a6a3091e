import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

// Usage: node scripts/folder_law.mjs [libs/NAME …] — the second half of the import law, for what is inside a room.

/** A folder with more source files of its own is listed; one with more than MOST_FILES fails. */
export const WANTED_FILES = 15
export const MOST_FILES = 20

const ROOMS = ['libs', 'apps']
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g
const DISCOVERED = /\bdiscover\s*(?:<[^()]*>)?\(\s*new URL\(\s*'(\.\/[\w./-]*\/)'/g

/**
 * Reads the source files of a tree.
 * @param root   the repository
 * @param rooms  folders below it
 * @returns      Map of path relative to the root -> text
 */
export function readSources(root, rooms = ROOMS) {
  const paths = rooms.flatMap((room) => sourcesUnder(join(root, room)))
  return new Map(paths.map((path) => [relative(root, path), readFileSync(path, 'utf8')]))
}

/**
 * Folders with too many files of their own. Folders of declarations, which `discover` reads, may grow.
 * @param sources  Map of path -> text
 * @param most     files that a folder may have
 * @returns        [{ folder, files }], largest first
 */
export function crowdedFolders(sources, most) {
  const declared = declarationFolders(sources)
  const counts = new Map()
  for (const path of sources.keys()) {
    const folder = dirname(path)
    if (!declared.has(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const crowded = [...counts].filter(([, files]) => files > most)
  return crowded.map(([folder, files]) => ({ folder, files })).sort((a, b) => b.files - a.files)
}

/**
 * Circles of folders: each can be left by imports and entered again. Type imports count.
 * @param sources  Map of path -> text
 * @returns        one array a circle: its folders, sorted, and one import for each arrow inside it
 */
export function folderCycles(sources) {
  const arrows = folderArrows(sources)
  const reach = new Map([...arrows.keys()].map((folder) => [folder, reachable(folder, arrows)]))
  const seen = new Set()
  const cycles = []
  for (const folder of [...arrows.keys()].sort()) {
    if (seen.has(folder) || !reach.get(folder)?.has(folder)) continue
    const circle = [...arrows.keys()].filter(
      (other) => reach.get(folder)?.has(other) && reach.get(other)?.has(folder),
    )
    for (const member of circle) seen.add(member)
    const imports = circle.flatMap((from) =>
      circle.flatMap((to) => [...(arrows.get(from)?.get(to) ?? [])].map((line) => `  ${line}`)),
    )
    cycles.push({ folders: circle.sort(), imports })
  }
  return cycles
}

/** Folder -> folder of the same tree -> the imports between them, as `file -> file`. */
function folderArrows(sources) {
  const arrows = new Map()
  for (const [path, text] of sources) {
    const from = dirname(path)
    if (!arrows.has(from)) arrows.set(from, new Map())
    for (const [, target] of text.matchAll(IMPORT)) {
      const file = join(from, target).replace(/\.js$/, '.ts')
      const to = dirname(file)
      if (to === from || !sources.has(file)) continue
      const lines = arrows.get(from).get(to) ?? []
      arrows.get(from).set(to, [...lines, `${path} -> ${file}`])
    }
  }
  return arrows
}

function reachable(start, arrows) {
  const found = new Set()
  const queue = [start]
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    for (const next of arrows.get(folder)?.keys() ?? []) {
      if (!found.has(next)) queue.push(next)
      found.add(next)
    }
  }
  return found
}

function declarationFolders(sources) {
  const found = new Set()
  for (const [path, text] of sources) {
    for (const [, folder] of text.matchAll(DISCOVERED)) found.add(join(dirname(path), folder, '.'))
  }
  return found
}

function sourcesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'project' ? [] : sourcesUnder(path)
    return entry.name.endsWith('.ts') ? [path] : []
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const asked = process.argv.slice(2)
  const sources = readSources(process.cwd(), asked.length > 0 ? asked : ROOMS)
  for (const { folder, files } of crowdedFolders(sources, WANTED_FILES)) {
    const verdict = files > MOST_FILES ? `the limit is ${MOST_FILES}` : `aim for ${WANTED_FILES}`
    console.log(`${folder} has ${files} files; ${verdict}`)
    if (files > MOST_FILES) process.exitCode = 1
  }
  for (const { folders, imports } of folderCycles(sources)) {
    console.log(`these folders import each other: ${folders.join(', ')}\n${imports.join('\n')}`)
    process.exitCode = 1
  }
}
