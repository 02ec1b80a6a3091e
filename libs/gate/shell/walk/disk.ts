import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, posix } from 'node:path'
import type { Workspace } from '#workspace'
import type { NewFile } from '../../policy/tool.js'
import { literal } from '../state/places.js'
import type { Disk } from '../state/types.js'
import { compilePattern } from '../words/pattern.js'

/** A script of more than this is a program like any other. */
const MAX_SCRIPT_BYTES = 65_536
/** Indexes above it are taken to hold every file. */
const MAX_INDEX_BYTES = 16_777_216

/**
 * What the walk may know of the disk, read once for one command text.
 * @param written  files as they will be when the text runs
 */
export function openDisk(workspace: Workspace, written: readonly NewFile[]): Disk {
  const targets = new Map<string, string>()
  for (const { path, text } of written) {
    const place = workspace.resolve(path)
    if (place.ok) targets.set(place.target, text)
  }
  const below = new Map<string, ReturnType<Workspace['deniedBelow']>>()
  const folders = new Map<string, readonly string[]>()
  // Each of thousands of commands may be given the same text, with hundreds of words that may be places.
  const rules = new Map<string, string | null>()
  const disk: Disk = {
    home: workspace.home ?? null,
    denied(path) {
      const known = rules.get(path)
      if (known !== undefined) return known
      const place = workspace.resolve(literal(path))
      const rule = place.ok ? place.denied : null
      rules.set(path, rule)
      return rule
    },
    kind: (path) => (targets.has(posix.normalize(path)) ? 'file' : kindOf(path)),
    names: (folder) => remember(folders, folder, namesAt),
    text(path) {
      const place = workspace.resolve(literal(path))
      if (!place.ok || place.denied !== null) return null
      return targets.get(place.target) ?? smallText(place.target)
    },
    deniedBelow: (folder) => remember(below, folder, workspace.deniedBelow),
    tracked: (path) => isTracked(path),
    ignored: (path) => isIgnored(path),
    deniedInMove: workspace.gitLook.deniedInMove,
    archiveNames: workspace.archiveNames,
    gitAlias: workspace.gitLook.alias,
    remoteWithSecret: workspace.gitLook.remoteWithSecret,
  }
  return disk

  function namesAt(folder: string): readonly string[] {
    const at = posix.resolve(folder)
    const added = [...targets.keys()].filter((path) => dirname(path) === at)
    return [...new Set([...namesIn(folder), ...added.map((path) => basename(path))])]
  }
}

function remember<T>(kept: Map<string, T>, key: string, make: (key: string) => T): T {
  const found = kept.get(key) ?? make(key)
  kept.set(key, found)
  return found
}

function kindOf(path: string): ReturnType<Disk['kind']> {
  try {
    const stats = lstatSync(path)
    if (stats.isSymbolicLink()) return 'link'
    if (stats.isDirectory()) return 'folder'
    return stats.isFile() ? 'file' : 'other'
  } catch {
    // Nothing there, or nothing that we or a command of ours may see.
    return null
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function smallText(path: string): string | null {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > MAX_SCRIPT_BYTES) return null
    const text = readFileSync(path, 'utf8')
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** Searches the path in the bytes of git's index. Version 4 shortens its paths, so every path counts as tracked. */
function isTracked(path: string): boolean {
  for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) {
    const index = `${folder}/.git/index`
    const kind = kindOf(index)
    if (kind === null && kindOf(`${folder}/.git`) !== 'file') continue
    try {
      if (kind !== 'file' || statSync(index).size > MAX_INDEX_BYTES) return true
      const bytes = readFileSync(index)
      if (bytes.readUInt32BE(4) > 3) return true
      return bytes.includes(Buffer.from(`${path.slice(folder.length + 1)}\0`))
    } catch {
      return true
    }
  }
  return false
}

function isIgnored(path: string): boolean {
  const names = [basename(path)]
  for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) {
    const lines = (smallText(`${folder}/.gitignore`) ?? '').split('\n').map((line) => line.trim())
    // An exception may bring any file back: then nothing is taken for left out.
    if (lines.some((line) => line.startsWith('!'))) return false
    const globs = lines
      .map((line) => line.replace(/^\/|\/$/g, ''))
      .filter((line) => line !== '' && !line.includes('/'))
    if (globs.some((glob) => names.some(compilePattern(glob)))) return true
    if (kindOf(`${folder}/.git`) !== null) return false
    names.push(basename(folder))
  }
  return false
}
