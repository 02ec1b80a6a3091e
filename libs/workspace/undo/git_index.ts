import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import type { CalmGit } from '../git/run_git.js'
import type { PathRules } from '../paths/resolve_path.js'
import type { Entry } from './types.js'

/** What git's index tells of the files of a tree. */
export interface IndexFiles {
  /** Plain files whose bytes are those of git's own object while git calls them unchanged. */
  clean: ReadonlyMap<string, Entry>
  /** Files that have to be looked at each time: git keeps other bytes, or was told not to look. */
  unsure: readonly string[]
  /** What is there and not kept. */
  left: ReadonlySet<string>
  count: number
}

interface Problem {
  problem: string
}

/** Attributes by which git may keep other bytes of the same number than those in the tree. */
const ALTERING = ['filter', 'ident', 'working-tree-encoding']

/**
 * Reads the index. Where git keeps a file byte for byte its own object will do for undo, so that a tree
 * needs not be copied: no attribute alters it, and its size is that of the object (line ends that were
 * changed on the way in change the size).
 */
export async function readIndex(git: CalmGit, rules: PathRules): Promise<IndexFiles | Problem> {
  const listed = await namesOf(git, ['ls-files', '-z', '--cached', '--stage', '-v'])
  if ('problem' in listed) return listed
  const rows = listed.names.flatMap(readRow)
  const all = [...new Set(rows.map(({ path }) => path))]
  const [altered, sizes] = await Promise.all([alteredNames(git, all), sizesOf(git, rows)])
  if (altered === null || sizes === null) return { problem: 'the index of git cannot be read' }

  // Most builds of git compare whole seconds: what changes twice within one may look unchanged.
  const settledMs = Math.floor((Date.now() - CLOCK_MS) / 1_000) * 1_000
  const clean = new Map<string, Entry>()
  const left = new Set<string>()
  for (const { tag, mode, id, stage, path } of rows) {
    // `H` is the tag of what is as usual; `S` and small letters tell git not to look.
    if (tag !== 'H' || stage !== '0' || altered.has(path)) continue
    if (!mode.startsWith('100')) {
      left.add(path)
      continue
    }
    const entry = stampOf(rules, path)
    if (entry === null) left.add(path)
    else if (entry && entry.changedMs < settledMs && entry.size === sizes.get(id))
      clean.set(path, { ...entry, id })
  }
  const unsure = all.filter((path) => !clean.has(path) && !left.has(path))
  return { clean, unsure, left, count: all.length }
}

/** Clocks of file systems go in ticks. */
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

/** Bytes of each object; none for what is not there. */
async function sizesOf(git: CalmGit, rows: readonly Row[]): Promise<Map<string, number> | null> {
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

async function alteredNames(git: CalmGit, names: readonly string[]): Promise<Set<string> | null> {
  const args = ['check-attr', '--stdin', '-z', ...ALTERING]
  const { code, stdout } = await git(args, { input: names.map((name) => `${name}\0`).join('') })
  if (code !== 0) return null
  const altered = new Set<string>()
  const words = stdout.toString('utf8').split('\0')
  for (let at = 0; at + 2 < words.length; at += 3)
    if (words[at + 2] !== 'unspecified' && words[at + 2] !== 'unset') altered.add(words[at] ?? '')
  return altered
}

/** What a call prints, between its zero bytes. */
export async function namesOf(
  git: CalmGit,
  args: string[],
): Promise<{ names: string[] } | Problem> {
  const { code, stdout, stderr } = await git(args)
  if (code !== 0) return { problem: stderr }
  return { names: stdout.toString('utf8').split('\0').filter(Boolean) }
}

/** null: there, and not kept; undefined: git knows the name, and nothing is there. */
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
    // Below a folder that may not be entered.
    return null
  }
}

/** Equal as long as a file is not written anew. */
export function fileStamp(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? '' : `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
}
