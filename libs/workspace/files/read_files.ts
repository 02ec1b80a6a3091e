import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import { type PathRules, resolvePath } from '../paths/resolve_path.js'
import type { Place } from '../paths/types.js'
import { whyHidden } from '../paths/why_hidden.js'
import { describeFileError } from './describe_error.js'
import { hashBytes } from './hash.js'
import { BOM, decodeText, isBinary } from './text.js'
import type { FileText, FolderEntry, FolderList, Refusal } from './types.js'

/** Resolves a path for reading. Refuses a path that is denied, outside or missing. */
export function resolveForRead(rules: PathRules, path: string): Place | Refusal {
  const place = resolvePath(rules, path)
  if (!place.ok) return { ...place, code: 'path' }
  if (place.denied !== null)
    return refuse('denied', `${place.relative} is denied by the rule ${place.denied}.`)
  if (!place.inside)
    return refuse('outside', `${place.absolute} is outside the workspace ${rules.root}.`)
  if (place.exists) return place
  return (
    refuseHidden(place) ??
    refuse('missing', `${place.relative} does not exist (path: ${place.absolute}).`)
  )
}

/** A folder that the user may not enter hides its files: they are not missing. */
function refuseHidden({ relative, target }: Place): Refusal | null {
  const hidden = whyHidden(target)
  if (hidden === null) return null
  const text =
    hidden.code === 'EACCES'
      ? 'permission denied: you may not enter a folder of its path'
      : describeFileError(hidden)
  return refuse('io', `${relative} cannot be opened: ${text}.`)
}

/**
 * Reads the whole file at a place, at most LIMITS.fileBytes.
 * resolvePath has followed every link, so a link at the target was created in the meantime and is refused.
 */
export function readPlace(place: Place): { ok: true; bytes: Buffer; fileMode: number } | Refusal {
  let handle: number
  try {
    // NONBLOCK: opening a pipe without a writer would block forever.
    handle = openSync(
      place.target,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
  } catch (error) {
    return refuse('io', `${place.relative} cannot be opened: ${describeFileError(error)}.`)
  }
  try {
    const stats = fstatSync(handle)
    if (stats.isDirectory())
      return refuse('kind', `${place.relative} is a folder. Use list_dir to list it.`)
    if (!stats.isFile()) return refuse('kind', `${place.relative} is not a regular file.`)
    if (stats.size > LIMITS.fileBytes)
      return refuse('too_large', tooLarge(place.relative, stats.size))
    return { ok: true, bytes: readFileSync(handle), fileMode: stats.mode & 0o7777 }
  } catch (error) {
    return refuse('io', `${place.relative} cannot be read: ${describeFileError(error)}.`)
  } finally {
    closeSync(handle)
  }
}

/** See Workspace.readFile. */
export function readFile(
  rules: PathRules,
  path: string,
  range: { start?: number; end?: number } = {},
): FileText | Refusal {
  const place = resolveForRead(rules, path)
  if (!place.ok) return place
  const whole = readPlace(place)
  if (!whole.ok) return whole
  if (isBinary(whole.bytes))
    return refuse(
      'binary',
      `${place.relative} is a binary file of ${whole.bytes.length} bytes, not text.`,
    )

  const text = decodeText(whole.bytes).text
  const lines = (text.startsWith(BOM) ? text.slice(1) : text).split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  const start = Math.max(1, Math.floor(range.start ?? 1))
  if (start > lines.length && lines.length > 0)
    return refuse(
      'missing',
      `${place.relative} has ${lines.length} lines; line ${start} is past its end.`,
    )
  const wanted = Math.min(lines.length, Math.max(start, Math.floor(range.end ?? lines.length)))
  const last = Math.min(wanted, start + LIMITS.readLines - 1)
  return {
    ok: true,
    path: place.relative,
    text: lines.slice(start - 1, last).join('\n'),
    firstLine: start,
    lastLine: last,
    totalLines: lines.length,
    hash: hashBytes(whole.bytes),
    bytes: whole.bytes,
    fileMode: whole.fileMode,
    truncated: last < wanted,
  }
}

/** See Workspace.readBytes. */
export function readBytes(rules: PathRules, path: string): Buffer | null {
  const place = resolveForRead(rules, path)
  if (!place.ok && place.code === 'missing') return null
  const whole = place.ok ? readPlace(place) : place
  if (!whole.ok) throw new Error(whole.message)
  return whole.bytes
}

/** See Workspace.list. */
export function listFolder(rules: PathRules, path: string): FolderList | Refusal {
  const place = resolveForRead(rules, path)
  if (!place.ok) return place
  try {
    const found = readdirSync(place.target, { withFileTypes: true })
      .filter((entry) => rules.deny.match(join(place.target, entry.name)) === null)
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
      .sort((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1))
    const entries = found.slice(0, LIMITS.listEntries).map((entry) => ({
      ...entry,
      bytes: entry.kind === 'file' ? sizeOf(join(place.target, entry.name)) : 0,
    }))
    return {
      ok: true,
      path: place.relative,
      entries,
      truncated: found.length > entries.length,
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR')
      return refuse('kind', `${place.relative} is a file. Use read_file to read it.`)
    return refuse('io', `${place.relative} cannot be listed: ${describeFileError(error)}.`)
  }
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isDirectory()) return 'folder'
  if (entry.isSymbolicLink()) return 'link'
  return entry.isFile() ? 'file' : 'other'
}

function order(entry: { kind: FolderEntry['kind'] }): number {
  return entry.kind === 'folder' ? 0 : 1
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function refuse(code: Refusal['code'], message: string): Refusal {
  return { ok: false, code, message }
}

/** Why a large file is not read whole, and a way to read it. */
export function tooLarge(path: string, bytes: number): string {
  const word = quoteWord(path)
  return `${path} has ${bytes} bytes. The limit is ${LIMITS.fileBytes}. Read a part with run_command: sed -n '1,100p' ${word}. Find lines with run_command: grep -n PATTERN ${word}.`
}

/** A path as one word of a shell command. */
function quoteWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
