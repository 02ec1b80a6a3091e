import { cpSync, existsSync, lstatSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { makeFolders } from '#core'
import { isWithin } from '../paths/deny.js'
import type { PathRules } from '../paths/resolve_path.js'
import { findMasks } from './masks.js'
import type { OutsideWrites } from './types.js'

/** The folders that the sandbox replaces. */
export interface Replaced {
  /** Empty in the sandbox. */
  hidden: readonly string[]
  /** The user's home; undefined when it is not replaced. */
  own: string | undefined
  /** The folder that a command sees as its home; undefined: an empty one. */
  home: string | undefined
}

/** How one command reaches the places outside the root that it was allowed to write. */
export interface Outside {
  /** Folders of the sandbox with the folder behind each, where a new file is made. */
  stages: ReadonlyMap<string, string>
  /** bubblewrap arguments for files and folders that exist; denied files in them are hidden. */
  binds: string[]
  /** Copies what is new to its real place. Returns what was copied and what was lost, as sentences. Never throws. */
  finish(): string[]
}

/** A new path: where the command makes it, and where it belongs. */
interface Staged {
  from: string
  to: string
}

type Rules = Pick<PathRules, 'root' | 'deny'>

/**
 * Opens exactly these places for one command. A file or folder that exists is mounted. For a new one, the command gets
 * an empty folder in place of the parent folder, so that its other files stay hidden; at the end only the
 * allowed path is copied. Denied and held paths are never opened.
 */
export function openOutside(asked: OutsideWrites, rules: Rules, replaced: Replaced): Outside {
  const stages = new Map<string, string>()
  const staged: Staged[] = []
  const binds: string[] = []
  const lost = asked.held.filter((path) => isReplaced(path, replaced))
  const made: string[] = []
  const stageOf = (parent: string): string => {
    if (parent === replaced.own && replaced.home !== undefined) {
      makeFolders(replaced.home)
      return replaced.home
    }
    const known = stages.get(parent)
    if (known !== undefined) return known
    const folder = mkdtempSync(join(tmpdir(), 'aircoder-outside-'))
    made.push(folder)
    stages.set(parent, folder)
    return folder
  }
  for (const path of new Set(asked.open)) {
    if (isWithin(rules.root, path) || isDevice(path)) continue
    if (rules.deny.match(path) !== null) lost.push(path)
    else if (existsSync(path)) {
      if (realpathSync(path) !== path || isShared(path, rules, replaced)) lost.push(path)
      else binds.push(...bindOf(path, rules))
    } else {
      const parent = nearestFolder(path)
      if (!isReplaced(parent, replaced)) continue
      const from = join(stageOf(parent), relative(parent, path))
      // An older file of the sandbox's own home is not what this command writes.
      rmSync(from, { recursive: true, force: true })
      staged.push({ from, to: path })
    }
  }
  const finish = () => {
    const lines: string[] = []
    for (const { from, to } of staged) {
      if (!exists(from)) continue
      const problem = carry(from, to, rules)
      if (problem === null) lines.push(`Written outside the folder: ${to}.`)
      else lines.push(`Lost: ${to} could not be written (${problem}).`)
      rmSync(from, { recursive: true, force: true })
    }
    for (const folder of made) rmSync(folder, { recursive: true, force: true })
    return [...lines, ...lost.map(notPassed)]
  }
  return { stages, binds, finish }
}

function notPassed(path: string): string {
  const why = isWithin('/tmp', path) ? ' /tmp is private to each command.' : ''
  return `The sandbox does not write ${path}: what the command wrote there is lost.${why} A file in the project is kept. Only the user can lift this, with --sandbox off.`
}

/** What the command itself made, except what a deny rule covers. @returns why it failed, or null */
function carry(from: string, to: string, { deny }: Rules): string | null {
  try {
    const place = join(realpathSync(nearestFolder(to)), relative(nearestFolder(to), to))
    if (place !== to || exists(to)) return 'something else is there now'
    makeFolders(dirname(to), 0o777)
    const filter = (source: string) => deny.match(join(to, relative(from, source))) === null
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter })
    return null
  } catch (error) {
    return (error as Error).message
  }
}

function bindOf(path: string, { deny }: Rules): string[] {
  const masks = statSync(path).isDirectory() ? findMasks({ root: path, deny }).args : []
  return ['--bind', path, path, ...masks]
}

/** A folder with more than the command was allowed: one that holds the project, a home or all temporary files. */
function isShared(path: string, { root }: Rules, { hidden, own }: Replaced): boolean {
  const whole = [root, ...hidden, ...(own === undefined ? [] : [own])]
  return whole.some((place) => isWithin(path, place))
}

/** Whether the sandbox shows another folder in this place. */
function isReplaced(path: string, { hidden, own }: Replaced): boolean {
  return [...hidden, ...(own === undefined ? [] : [own])].some((place) => isWithin(place, path))
}

/** Devices, processes and sockets are no files that a command leaves. */
function isDevice(path: string): boolean {
  return ['/dev', '/proc', '/sys', '/run'].some((place) => isWithin(place, path))
}

function nearestFolder(path: string): string {
  const parent = dirname(path)
  return parent === path || existsSync(parent) ? parent : nearestFolder(parent)
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
