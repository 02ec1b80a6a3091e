import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import type { SafeGit } from '../git/run_git.js'
import type { PathRules } from '../paths/resolve_path.js'
import type { Entry } from './types.js'

/** The files of a tree according to git's index. */
export interface IndexFiles {
  /** Regular files whose bytes equal git's object while git reports them as unchanged. */
  clean: ReadonlyMap<string, Entry>
  /** Files that are checked each time: git stores other bytes, or is configured not to check them. */
  unsure: readonly string[]
  /** Existing files that are not stored. */
  skipped: ReadonlySet<string>
  count: number
}

interface Problem {
  problem: string
}

/** Attributes with which git may store other bytes of the same length than those in the tree. */
const ALTERING = ['filter', 'ident', 'working-tree-encoding']

/**
 * Reads the index. When git stores a file byte for byte, its object is used for undo and the file is not
 * copied: no attribute changes it, and its size equals the size of the object (converted line endings would
 * change the size).
 */
export async function readIndex(git: SafeGit, rules: PathRules): Promise<IndexFiles | Problem> {
  const listed = await namesOf(git, ['ls-files', '-z', '--cached', '--stage', '-v'])
  if ('problem' in listed) return listed
  const rows = listed.names.flatMap(readRow)
  const all = [...new Set(rows.map(({ path }) => path))]
  const [altered, sizes] = await Promise.all([alteredNames(git, all), sizesOf(git, rows)])
  if (altered === null || sizes === null) return { problem: 'the index of git cannot be read' }

  // Most builds of git compare whole seconds: a second change within one second can be missed.
  const settledMs = Math.floor((Date.now() - CLOCK_MS) / 1_000) * 1_000
  const clean = new Map<string, Entry>()
  const skipped = new Set<string>()
  for (const { tag, mode, id, stage, path } of rows) {
    // `H` is the usual tag; `S` and lower case mean that git does not check the file.
    if (tag !== 'H' || stage !== '0' || altered.has(path)) continue
    if (!mode.startsWith('100')) {
      skipped.add(path)
      continue
    }
    const entry = stampOf(rules, path)
    if (entry === null) skipped.add(path)
    else if (entry && entry.changedMs < settledMs && entry.size === sizes.get(id))
      clean.set(path, { ...entry, id })
  }
  const unsure = all.filter((path) => !clean.has(path) && !skipped.has(path))
  return { clean, unsure, skipped, count: all.length }
}

/** Resolution of file system timestamps. */
export const CLOCK_MS = 20

interface Row {
  tag: string
  mode: string
  id: string
  stage: string
  path: string
}

function readRow(text: string): Row[] {
  const [, tag = '', mode = '', id = '', stage = '', path = ''] = ROW.exec(text) ?? []
  return path === '' ? [] : [{ tag, mode, id, stage, path }]
}

const ROW = /^(\w) (\d+) ([0-9a-f]+) (\d)\t(.*)$/s

/** Size of each object in bytes; NaN for a missing one. */
async function sizesOf(git: SafeGit, rows: readonly Row[]): Promise<Map<string, number> | null> {
  const ids = [...new Set(rows.map(({ id }) => id))]
  const args = ['cat-file', '--batch-check=%(objectname) %(objectsize)']
  const { code, stdout } = await git(args, { input: `${ids.join('\n')}\n` })
  if (code !== 0) return null
  const pairs = stdout
    .toString('utf8')
    .split('\n')
    .map((line) => line.split(' '))
  return new Map(pairs.map(([id = '', size]) => [id, Number(size)]))
}

async function alteredNames(git: SafeGit, names: readonly string[]): Promise<Set<string> | null> {
  const args = ['check-attr', '--stdin', '-z', ...ALTERING]
  const { code, stdout } = await git(args, { input: names.map((name) => `${name}\0`).join('') })
  if (code !== 0) return null
  const altered = new Set<string>()
  const words = stdout.toString('utf8').split('\0')
  for (let at = 0; at + 2 < words.length; at += 3)
    if (words[at + 2] !== 'unspecified' && words[at + 2] !== 'unset') altered.add(words[at] ?? '')
  return altered
}

/** Runs git and splits its output at null bytes. */
export async function namesOf(
  git: SafeGit,
  args: string[],
): Promise<{ names: string[] } | Problem> {
  const { code, stdout, stderr } = await git(args)
  if (code !== 0) return { problem: stderr }
  return { names: stdout.toString('utf8').split('\0').filter(Boolean) }
}

/** null: the file exists and is not stored; undefined: it does not exist. */
export function stampOf({ root, deny }: PathRules, path: string): Entry | null | undefined {
  const absolute = join(root, path)
  if (path.startsWith('../') || deny.match(absolute) !== null) return null
  try {
    const stats = lstatSync(absolute, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    if (!stats.isFile() || stats.nlink > 1 || stats.size > LIMITS.snapshotFileBytes) return null
    const { size } = stats
    const fileMode = stats.mode & 0o7777
    const stamp = `${size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino} ${fileMode}`
    return { id: '', fileMode, size, changedMs: stats.ctimeMs, stamp }
  } catch {
    // In a folder without permission.
    return null
  }
}

/** Changes whenever the file is written. */
export function fileStamp(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? '' : `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
}
