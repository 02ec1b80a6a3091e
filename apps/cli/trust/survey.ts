import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'

/** Files of `.aircoder` that can make us run, allow or contact something, and folders of such. */
const FILES = ['config.json', 'hooks.json', 'mcp.json'] as const
const FOLDERS = ['commands', 'skills', 'memory'] as const

/** What a project's `.aircoder` folder holds that needs trust, read once: what is hashed is what is used. */
export interface Survey {
  /** sha256 hex over names and bytes; null: nothing is there, or it can never be trusted as it is. */
  hash: string | null
  /** Why it can never be trusted as it is; null: it can. */
  fault: string | null
  /** Paths below `.aircoder`, sorted. */
  files: readonly string[]
  /** Text of `config.json`, `hooks.json` and `mcp.json` by name, where they are plain files of a usual size. */
  texts: ReadonlyMap<string, string>
}

/** Reads it without following a link; a link, a device or too much of it is a fault. */
export function surveyProject(root: string): Survey {
  const folder = join(root, '.aircoder')
  const texts = new Map<string, string>()
  const hashes = new Map<string, string>()
  let bytesLeft: number = LIMITS.trustBytes
  let entriesLeft: number = LIMITS.trustEntries

  const take = (path: string, most: number): Buffer => {
    const bytes = readPlain(join(folder, path), path, Math.min(most, bytesLeft))
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

  let fault: string | null = null
  // Each on its own, so that one fault does not keep the settings from tightening.
  const steps = [
    ...FILES.map((name) => () => {
      if (kindOf(join(folder, name)) === null) return
      texts.set(name, take(name, LIMITS.trustConfigBytes).toString('utf8'))
    }),
    ...FOLDERS.map((name) => () => {
      const kind = kindOf(join(folder, name))
      if (kind === null) return
      if (kind !== 'folder') throw new Error(`${name} is no plain folder`)
      walk(name)
    }),
  ]
  const kind = kindOf(folder)
  if (kind !== null && kind !== 'folder') fault = '.aircoder is no plain folder'
  else
    for (const step of steps) {
      try {
        step()
      } catch (error) {
        if (!(error instanceof Error)) throw error
        fault ??= error.message
      }
    }
  const files = [...hashes.keys()].sort()
  const named = JSON.stringify(files.map((path) => [path, hashes.get(path)]))
  const hash =
    fault === null && files.length > 0 ? createHash('sha256').update(named).digest('hex') : null
  return { hash, fault, files, texts }
}

function kindOf(path: string): 'folder' | 'other' | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  return stats.isDirectory() ? 'folder' : 'other'
}

/** NONBLOCK: a pipe that nobody writes to would be waited for. */
function readPlain(path: string, name: string, most: number): Buffer {
  let handle: number
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(code === 'ELOOP' ? `${name} is a link` : `${name} cannot be read: ${message}`)
  }
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) throw new Error(`${name} is no plain file`)
    if (stats.size > most) throw new Error(`${name} is too large (${stats.size} bytes)`)
    return readFileSync(handle)
  } finally {
    closeSync(handle)
  }
}
