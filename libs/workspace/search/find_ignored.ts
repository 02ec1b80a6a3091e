import { type Dirent, readdirSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { type IgnoreFile, isIgnored } from '../ignores/gitignore.js'
import { readIgnore } from '../ignores/read_ignore.js'
import type { PathRules } from '../paths/resolve_path.js'
import { LEFT_FOLDERS } from './left_folders.js'
import type { FileFilter } from './list_files.js'
import { ignoresAbove } from './walk_files.js'

/** Folders whose names are read; outer folders come first, where most ignored folders are. */
const MOST_FOLDERS = 50

/**
 * Names what `.gitignore` excludes from a search, beside the files that were searched.
 * @param files  absolute paths of the searched files
 * @returns paths relative to the root, a folder with a slash at its end; outer ones first
 */
export function findIgnored(
  rules: PathRules,
  filter: FileFilter,
  files: readonly string[],
): string[] {
  const { base } = filter
  const folders = foldersOf(base, files)
  const searched = new Set([...files, ...folders])
  const known = new Map<string, readonly IgnoreFile[]>([
    [dirname(base), ignoresAbove(rules.root, base)],
  ])
  const excludedIn = (folder: string): string[] => {
    const entries = entriesOf(folder)
    const above = known.get(dirname(folder)) ?? []
    const ownRules = entries.some(({ name }) => name === '.gitignore') ? readIgnore(folder) : []
    const ignores = ownRules.length === 0 ? above : [...above, ...ownRules]
    known.set(folder, ignores)
    if (ignores.length === 0) return []
    return entries.flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      const isFolder = entry.isDirectory()
      if (searched.has(path) || LEFT_FOLDERS.includes(entry.name)) return []
      if (!isFolder && !(entry.isFile() && filter.matches(path))) return []
      if (!isIgnored(ignores, path, isFolder) || rules.deny.match(path) !== null) return []
      return [`${relative(rules.root, path)}${isFolder ? '/' : ''}`]
    })
  }
  return folders.slice(0, MOST_FOLDERS).flatMap((folder) => excludedIn(folder).sort())
}

/** The searched folder and the folders below it that hold searched files, outer ones first. */
function foldersOf(base: string, files: readonly string[]): string[] {
  const found = new Set<string>()
  for (const file of files)
    for (let at = dirname(file); at.length > base.length && !found.has(at); at = dirname(at))
      found.add(at)
  const depth = (path: string) => path.split('/').length
  return [base, ...[...found].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))]
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Removed, or closed: the search names it as closed.
    return []
  }
}
