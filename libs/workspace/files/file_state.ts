import { lstatSync, type Stats } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { type PathRules, resolvePath } from '../paths/resolve_path.js'
import type { Place } from '../paths/types.js'
import { describeFileError } from './describe_error.js'
import { holdFolder } from './held_folder.js'
import { readPlace } from './read_files.js'
import type { FileState } from './types.js'

/**
 * The current state of a file whose path was stored: relative to the root, with every folder resolved. The path is
 * resolved again. A folder that is now a link, a link, a folder, a pipe and a device are refused
 * (docs/design/durability.md#the-tree-changed-meanwhile), because a write would reach another place.
 * @param hardLinks  false: a file with a second name is refused as well, because a restore would separate the names
 */
export function fileState(
  rules: PathRules,
  path: string,
  { hardLinks = false }: { hardLinks?: boolean } = {},
): FileState {
  const place = resolvePath(rules, path)
  if (!place.ok) return refuse(place.message)
  const problem = placeProblem(rules, path, place)
  if (problem !== null) return refuse(problem)
  const stats = statsOf(place)
  if (stats === null) return { ok: true, bytes: null, fileMode: null }
  if (typeof stats === 'string') return refuse(`${path} cannot be opened: ${stats}`)
  if (!stats.isFile()) return refuse(`${path} is no longer a regular file`)
  if (stats.nlink > 1 && !hardLinks) return refuse(`${path} has another name (a hard link)`)
  return readHeld(place)
}

function placeProblem(rules: PathRules, path: string, place: Place): string | null {
  if (place.absolute !== resolve(rules.root, path))
    return `a folder of ${path} is now a symbolic link`
  if (place.kind === 'link') return `${path} is now a symbolic link`
  if (place.denied !== null) return `${path} is denied by the rule ${place.denied}`
  return place.inside ? null : `${path} is outside the workspace`
}

/** null: nothing is there. A text: it cannot be known, because a folder of the path cannot be searched. */
function statsOf({ absolute }: Place): Stats | string | null {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    return describeFileError(error)
  }
}

/** Reads the file in its held folder, so that the bytes are those of this place. */
function readHeld(place: Place): FileState {
  try {
    const folder = holdFolder(dirname(place.absolute))
    try {
      const whole = readPlace({ ...place, target: folder.at(basename(place.absolute)) })
      return whole.ok
        ? { ok: true, bytes: whole.bytes, fileMode: whole.fileMode }
        : refuse(whole.message.replace(/\.$/, ''))
    } finally {
      folder.close()
    }
  } catch (error) {
    return refuse(`${place.relative} cannot be opened: ${describeFileError(error)}`)
  }
}

function refuse(reason: string): FileState {
  return { ok: false, reason }
}
