import { createHash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS, readPlainFile } from '#core'
import { findFiles } from '#skills'

/** Files and folders of `.aircoder` that can make aircoder run, allow or contact something. */
const FILES = ['config.json', 'hooks.json', 'mcp.json'] as const
const FOLDERS = ['commands', 'knowledge', 'skills'] as const
/** Folders of skills for any agent. Their files are trusted one by one: they are no settings of ours. */
const SHARED = ['.agents/skills', '.claude/skills'] as const
/** Notes are trusted one by one: aircoder writes them, too. */
const NOTES = 'memory'

/** The content of a project's `.aircoder` folder that needs trust, read once: the hashed bytes are the used bytes. */
export interface Survey {
  /** sha256 hex over names and bytes; null: nothing is there, or it cannot be trusted. */
  hash: string | null
  /** Why it cannot be trusted; null: it can. */
  error: string | null
  /** Paths below `.aircoder`, sorted. */
  files: readonly string[]
  /** sha256 hex of the same files. */
  hashes: ReadonlySet<string>
  /** sha256 hex of each file below `memory`, and of shared skills, by path: these are no part of `hash`. */
  notes: ReadonlyMap<string, string>
  /** Text of `config.json`, `hooks.json` and `mcp.json` by name, where they are plain files of a usual size. */
  texts: ReadonlyMap<string, string>
}

/** Reads it without following links; a link, a device or too much data is an error. */
export function surveyProject(root: string): Survey {
  const folder = join(root, '.aircoder')
  const texts = new Map<string, string>()
  const hashes = new Map<string, string>()
  let bytesLeft: number = LIMITS.trustBytes
  let entriesLeft: number = LIMITS.trustEntries

  const take = (path: string, most: number): Buffer => {
    const read = readPlainFile(join(folder, path), Math.min(most, bytesLeft))
    if ('reason' in read) throw new Error(`${path} ${read.reason}`)
    const { bytes } = read
    bytesLeft -= bytes.length
    hashes.set(path, createHash('sha256').update(bytes).digest('hex'))
    return bytes
  }
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      entriesLeft -= 1
      if (entriesLeft < 0) throw new Error(`it has more than ${LIMITS.trustEntries} entries`)
      const path = `${below}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else take(path, LIMITS.trustBytes)
    }
  }

  let error: string | null = null
  // Each step separately: an error in one must not stop the settings from restricting.
  const steps = [
    ...FILES.map((name) => () => {
      if (kindOf(join(folder, name)) === null) return
      texts.set(name, take(name, LIMITS.trustConfigBytes).toString('utf8'))
    }),
    ...[...FOLDERS, NOTES].map((name) => () => {
      const kind = kindOf(join(folder, name))
      if (kind === null) return
      if (kind !== 'folder') throw new Error(`${name} is not a regular folder`)
      walk(name)
    }),
  ]
  const kind = kindOf(folder)
  if (kind !== null && kind !== 'folder') error = '.aircoder is not a regular folder'
  else
    for (const step of steps) {
      try {
        step()
      } catch (thrown) {
        if (!(thrown instanceof Error)) throw thrown
        error ??= thrown.message
      }
    }
  for (const shared of SHARED)
    for (const { path, hash } of findFiles(join(root, shared), isSkill).files)
      hashes.set(`${shared}/${path}`, hash)
  const all = [...hashes.keys()].sort()
  const isNote = (path: string) => path.startsWith(`${NOTES}/`) || path.startsWith('.')
  const files = all.filter((path) => !isNote(path))
  const notes = new Map(all.filter(isNote).map((path) => [path, hashes.get(path) ?? '']))
  const named = JSON.stringify(files.map((path) => [path, hashes.get(path)]))
  const hash =
    error === null && all.length > 0 ? createHash('sha256').update(named).digest('hex') : null
  const own = new Set(files.map((path) => hashes.get(path) ?? ''))
  return { hash, error, files, hashes: own, notes, texts }
}

function isSkill(name: string, depth: number): boolean {
  return name === 'SKILL.md' && depth > 0
}

function kindOf(path: string): 'folder' | 'other' | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  return stats.isDirectory() ? 'folder' : 'other'
}
