import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gitTop } from './git_top.js'

/** Longest HEAD that is read: a branch name of any length that git accepts. */
const HEAD_CHARS = 400

/** The repository that a folder belongs to: its top folder and the branch; null outside of git. No program runs. */
export function gitPlace(folder: string): { top: string; branch: string | null } | null {
  const top = gitTop(folder)
  return top === null ? null : { top, branch: branchOf(top) }
}

/** null: no branch is checked out, or HEAD cannot be read. */
function branchOf(top: string): string | null {
  try {
    const head = readFileSync(join(gitFolder(top), 'HEAD'), 'utf8').slice(0, HEAD_CHARS)
    return /^ref: refs\/heads\/(\S+)/.exec(head)?.[1] ?? null
  } catch {
    return null
  }
}

/** In a linked work tree `.git` is a file that names the folder. */
function gitFolder(top: string): string {
  const place = join(top, '.git')
  try {
    const link = /^gitdir: (.+)$/m.exec(readFileSync(place, 'utf8').slice(0, 4_096))?.[1]
    return link === undefined ? place : resolve(top, link.trim())
  } catch {
    // A folder, as usual.
    return place
  }
}
