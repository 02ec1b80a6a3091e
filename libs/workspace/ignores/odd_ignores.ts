import { type Dirent, type Stats, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LIMITS } from '#core'
import { isWithin } from '../paths/deny.js'
import { gitTop } from '../paths/git_top.js'
import { type IgnoreFile, isIgnored } from './gitignore.js'
import { readIgnore } from './read_ignore.js'

/** A program that runs for longer may wait at such a file; most are done by then. */
const LOOK_AFTER_MS = 200

/**
 * Whether a file with rules is none that another program can read to its end: ripgrep and git wait for the writer of
 * a pipe, and read a device or a huge file into memory. Links are followed, as these programs do.
 */
export function isOddRules(path: string, mostBytes: number = LIMITS.projectFileBytes): boolean {
  let stats: Stats | undefined
  try {
    stats = statSync(path, { throwIfNoEntry: false })
  } catch {
    // Nobody can open it.
    return false
  }
  if (stats === undefined || stats.isDirectory()) return false
  return !stats.isFile() || stats.size > mostBytes
}

/** The odd files with one of these names in a folder and in the folders above it, up to the top of the repository. */
export function oddRulesAbove(
  root: string,
  base: string,
  names: readonly string[] = ['.gitignore'],
): string[] {
  const top = gitTop(base) ?? (isWithin(root, base) ? root : base)
  const found: string[] = []
  for (let at = base; ; at = dirname(at)) {
    found.push(...names.map((name) => join(at, name)).filter((path) => isOddRules(path)))
    if (at === top || at === dirname(at)) return found
  }
}

/**
 * Looks for such files below a folder, while a program that reads them runs. Begins after LOOK_AFTER_MS.
 * @returns the first one; null: there is none, or the signal came before
 */
export async function findOddRules(
  base: string,
  signal: AbortSignal,
  names: readonly string[] = ['.gitignore'],
): Promise<string | null> {
  if (!(await hasPassed(signal))) return null
  let left: number = LIMITS.walkEntries
  const folders: { path: string; above: readonly IgnoreFile[] }[] = [{ path: base, above: [] }]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { path, above } = next
    const odd = names.map((name) => join(path, name)).find((file) => isOddRules(file))
    if (odd !== undefined) return odd
    const entries = await entriesOf(path)
    left -= entries.length
    if (signal.aborted || left < 0) return null
    const ignores = [...above, ...readIgnore(path)]
    for (const entry of entries) {
      const inner = join(path, entry.name)
      if (!entry.isDirectory() || entry.name === '.git' || isIgnored(ignores, inner, true)) continue
      folders.push({ path: inner, above: ignores })
    }
  }
  return null
}

/** Looks in the same way for any pipe or device below a folder, such as the one of a repository. */
export async function findOddKind(base: string, signal: AbortSignal): Promise<string | null> {
  if (!(await hasPassed(signal))) return null
  let left: number = LIMITS.walkEntries
  const folders = [base]
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = await entriesOf(at)
    left -= entries.length
    if (signal.aborted || left < 0) return null
    for (const entry of entries) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (!entry.isFile() && isOddRules(path, Number.POSITIVE_INFINITY)) return path
    }
  }
  return null
}

/** false: the signal came before. */
async function hasPassed(signal: AbortSignal): Promise<boolean> {
  try {
    await pause(LOOK_AFTER_MS, undefined, { signal })
    return true
  } catch {
    return false
  }
}

async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch {
    return []
  }
}
