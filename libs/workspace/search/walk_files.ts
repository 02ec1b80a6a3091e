import { type Dirent, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LIMITS } from '#core'
import { type IgnoreFile, isIgnored } from '../ignores/gitignore.js'
import { readIgnore } from '../ignores/read_ignore.js'
import { isWithin } from '../paths/deny.js'
import { gitTop } from '../paths/git_top.js'
import { LEFT_FOLDERS } from './left_folders.js'

/**
 * Lists files without ripgrep, in the same order and with the same rules: .gitignore applies, links are not
 * followed, hidden files are included, those of LEFT_FOLDERS are excluded.
 * @param stop  called before each folder; true ends the walk
 * @returns absolute paths; `closed`: folders that cannot be listed; `truncated` when LIMITS.walkEntries names were visited or `stop` returned true
 */
export function walkFiles(
  root: string,
  base: string,
  stop: () => boolean,
): { files: string[]; truncated: boolean; closed: string[] } {
  const files: string[] = []
  const closed: string[] = []
  let left: number = LIMITS.walkEntries
  const visit = (folder: string, above: readonly IgnoreFile[]): boolean => {
    if (stop()) return false
    const entries = sorted(folder, closed)
    // A file that is not there is not opened: the error takes longer than all the rest of a small folder.
    const isRuled = entries.some(({ name }) => name === '.gitignore')
    const ignores = isRuled ? [...above, ...readIgnore(folder)] : above
    for (const entry of entries) {
      left -= 1
      if (left < 0) return false
      const path = join(folder, entry.name)
      if (LEFT_FOLDERS.includes(entry.name) || isIgnored(ignores, path, entry.isDirectory()))
        continue
      if (entry.isFile()) files.push(path)
      if (entry.isDirectory() && !visit(path, ignores)) return false
    }
    return true
  }
  const truncated = !visit(base, ignoresAbove(root, base))
  return { files, truncated, closed }
}

/** .gitignore files of the parents, up to the top of the git work tree; outside of git only the root's. */
export function ignoresAbove(root: string, base: string): IgnoreFile[] {
  const top = gitTop(base)
  if (top === null) return base !== root && isWithin(root, base) ? readIgnore(root) : []
  const folders: string[] = []
  for (let at = base; at !== top; at = dirname(at)) folders.unshift(dirname(at))
  return folders.flatMap(readIgnore)
}

function sorted(folder: string, closed: string[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    // Not readable: ripgrep skips it as well.
    closed.push(folder)
    return []
  }
}
