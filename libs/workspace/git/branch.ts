import { join, resolve } from 'node:path'
import { projectText } from '../files/project_text.js'
import { gitTop } from '../paths/git_top.js'

/** Longest HEAD that is read: a branch name of any length that git accepts. */
const HEAD_CHARS = 400
/** `gitdir: ` and the longest path of Linux. */
const LINK_CHARS = 4_106

/** The repository that a folder belongs to: its top folder and the branch; null outside of git. No program runs. */
export function gitPlace(folder: string): { top: string; branch: string | null } | null {
  const top = gitTop(folder)
  return top === null ? null : { top, branch: branchOf(top) }
}

/** null: no branch is checked out, or HEAD cannot be read. */
function branchOf(top: string): string | null {
  const head = projectText(join(gitFolder(top), 'HEAD')).slice(0, HEAD_CHARS)
  return /^ref: refs\/heads\/(\S+)/.exec(head)?.[1] ?? null
}

/** In a linked work tree `.git` is a file that names the folder. A pipe in its place has no text. */
function gitFolder(top: string): string {
  const place = join(top, '.git')
  const link = /^gitdir: (.+)$/m.exec(projectText(place).slice(0, LINK_CHARS))?.[1]
  return link === undefined ? place : resolve(top, link.trim())
}
