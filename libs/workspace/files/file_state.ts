import { lstatSync } from 'node:fs'
import type { PathRules } from '../paths/resolve_path.js'
import { enter, readWhole } from './read_files.js'
import type { FileState } from './types.js'

/**
 * What stands at a path now, for whoever is about to put an older version there: nothing is followed
 * (safety.md 1), so that no other name of the file and no target of a link is changed.
 */
export function fileState(rules: PathRules, path: string): FileState {
  const place = enter(rules, path)
  if (!place.ok && place.code === 'missing') return { ok: true, bytes: null, fileMode: null }
  if (!place.ok) return { ok: false, why: place.message }
  const stats = lstatSync(place.absolute, { throwIfNoEntry: false })
  if (stats === undefined) return { ok: true, bytes: null, fileMode: null }
  if (stats.isSymbolicLink()) return { ok: false, why: `${path} is a symbolic link now` }
  if (!stats.isFile()) return { ok: false, why: `${path} is no regular file now` }
  if (stats.nlink > 1) return { ok: false, why: `${path} has another name (a hard link)` }
  const whole = readWhole(place)
  if (!whole.ok) return { ok: false, why: whole.message }
  return { ok: true, bytes: whole.bytes, fileMode: whole.fileMode }
}
