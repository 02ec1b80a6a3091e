import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { gitTop } from '../paths/git_top.js'
import { type GitPlace, openGit, runGit, type SafeGit } from './run_git.js'
import type { PlannedCommit, TaskFile } from './types.js'

/** Files of the git folder that exist while something is not finished. */
const UNFINISHED: readonly (readonly [file: string, what: string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['BISECT_LOG', 'a bisect'],
]
/** More paths do not fit on every command line. */
const MOST_PATHS = 200

/**
 * Whether the changes of a task, and no others, can be committed. A file whose last commit is none of the contents
 * that the task found or made has other changes in it, and then nothing is committed.
 */
export async function planCommit(
  place: GitPlace,
  files: readonly TaskFile[],
  signal: AbortSignal,
): Promise<PlannedCommit> {
  if (gitTop(place.root) === null) return refuse('this folder is not in a git repository')
  const git = await openGit(place, { signal })
  const busy = await unfinished(git, place.root)
  if (busy !== null) return refuse(busy)
  const paths = files.map(({ path }) => path)
  if (paths.length > MOST_PATHS) return refuse(`the task changed more than ${MOST_PATHS} files`)
  const head = await git(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'])
  const parent = head.code === 0 ? text(head.stdout) : null
  const leftOut = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z', '--', ...paths]
  const ignored = new Set(split((await git(leftOut)).stdout))
  const last =
    parent === null
      ? new Map()
      : await entries(git, ['ls-tree', '-z', 'HEAD', '--', ...paths], TREE)
  const staged = await entries(git, ['ls-files', '-s', '-z', '--', ...paths], INDEX)
  const changed: string[] = []
  for (const { path, versions } of files) {
    if (ignored.has(path)) continue
    const ids = await idsOf(git, path, versions)
    if (ids === null) return refuse(`${path} cannot be read by git`)
    const committed = last.get(path) ?? null
    if (ids.at(-1) === committed) continue
    if (!ids.includes(committed))
      return refuse(`${path} had changes before this task that are not committed`)
    const index = staged.get(path) ?? null
    if (index !== committed && !ids.includes(index))
      return refuse(`${path} has other changes that are staged`)
    changed.push(path)
  }
  if (changed.length === 0) return { ok: true, plan: null }
  const fresh = changed.filter((path) => !staged.has(path))
  return { ok: true, plan: { paths: changed, fresh, parent } }
}

async function unfinished(git: SafeGit, root: string): Promise<string | null> {
  const found = await git(['rev-parse', ...UNFINISHED.flatMap(([file]) => ['--git-path', file])])
  if (found.code !== 0) return found.stderr.trim() || 'git cannot read this repository'
  const places = text(found.stdout).split('\n')
  const [, what] = UNFINISHED.find((_, at) => existsSync(resolve(root, places[at] ?? ''))) ?? []
  if (what !== undefined) return `${what} is in progress`
  const branch = await git(['symbolic-ref', '--quiet', 'HEAD'])
  return branch.code === 0 ? null : 'HEAD is detached: no branch would hold the commit'
}

const TREE = /^\d+ \w+ ([0-9a-f]+)\t([\s\S]+)$/
const INDEX = /^\d+ ([0-9a-f]+) \d\t([\s\S]+)$/

/** Object ids by path. */
async function entries(git: SafeGit, args: string[], shape: RegExp): Promise<Map<string, string>> {
  const listed = await git(args)
  return new Map(
    split(listed.stdout).flatMap((line): [string, string][] => {
      const [, id, path] = shape.exec(line) ?? []
      return id === undefined || path === undefined ? [] : [[path, id]]
    }),
  )
}

/** Object ids as git would store the contents at this path; null when git fails. */
async function idsOf(
  git: SafeGit,
  path: string,
  versions: readonly (Buffer | null)[],
): Promise<(string | null)[] | null> {
  const ids: (string | null)[] = []
  for (const bytes of versions) {
    if (bytes === null) ids.push(null)
    else {
      const made = await git(['hash-object', '--stdin', '--path', path], { input: bytes })
      if (made.code !== 0) return null
      ids.push(text(made.stdout))
    }
  }
  return ids
}

function split(bytes: Buffer): string[] {
  return bytes.toString('utf8').split('\0').filter(Boolean)
}

function text(bytes: Buffer): string {
  return bytes.toString('utf8').trim()
}

function refuse(reason: string): PlannedCommit {
  return { ok: false, reason }
}

/** The commit with this subject since `parent`. */
export async function findCommit(
  place: GitPlace,
  { parent, message }: { parent: string | null; message: string },
  signal: AbortSignal,
): Promise<string | null> {
  const range = parent === null ? 'HEAD' : `${parent}..HEAD`
  const log = await runGit(place, ['log', '-z', '-n', '100', '--format=%H %s', range, '--'], {
    signal,
  })
  const line = split(log.stdout).find((one) => one.slice(one.indexOf(' ') + 1) === message)
  return line === undefined ? null : line.slice(0, line.indexOf(' '))
}
