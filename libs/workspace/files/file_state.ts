import { lstatSync } from 'node:fs'
import type { PathRules } from '../paths/resolve_path.js'
import { readPlace, resolveForRead } from './read_files.js'
import type { FileState } from './types.js'

/**
 * The current state of a file that is about to be restored. Links and hard links are refused (docs/design/durability.md#undo),
 * because a restore would change the target of the link or another name of the file.
 */
export function fileState(rules: PathRules, path: string): FileState {
  const place = resolveForRead(rules, path)
  if (!place.ok && place.code === 'missing') return { ok: true, bytes: null, fileMode: null }
  if (!place.ok) return { ok: false, reason: place.message }
  const stats = lstatSync(place.absolute, { throwIfNoEntry: false })
  if (stats === undefined) return { ok: true, bytes: null, fileMode: null }
  if (stats.isSymbolicLink()) return { ok: false, reason: `${path} is now a symbolic link` }
  if (!stats.isFile()) return { ok: false, reason: `${path} is no longer a regular file` }
  if (stats.nlink > 1) return { ok: false, reason: `${path} has another name (a hard link)` }
  const whole = readPlace(place)
  if (!whole.ok) return { ok: false, reason: whole.message }
  return { ok: true, bytes: whole.bytes, fileMode: whole.fileMode }
}
