import { posix, relative } from 'node:path'
import type { Place, Workspace } from '#workspace'
import { explainRefusal } from '../search/suggest_paths.js'

/** Permission bits of a file that an edit creates. */
const NEW_FILE_MODE = 0o644

/** A file before an edit; `before` is null when the edit creates it. */
export interface OpenedFile {
  ok: true
  /** The path of the file that the edit will replace, from the workspace root, with links followed. */
  path: string
  /** The same file by the given path. */
  named: string
  before: Buffer | null
  fileMode: number
}

/**
 * Opens a text file that is to be changed or created. A link is followed to its file, because edits
 * never write through links.
 * @returns a message for the model when it is denied, outside, a folder, binary, or in no folder
 */
export async function openForEdit(
  path: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<OpenedFile | { ok: false; message: string }> {
  const place = workspace.resolve(path)
  if (!place.ok) return place
  const file = workspace.readFile(path)
  const real = place.kind === 'link' ? relative(workspace.root, place.target) : place.relative
  const named = place.relative
  if (file.ok) return { ok: true, path: real, named, before: file.bytes, fileMode: file.fileMode }
  if (file.code !== 'missing' || place.exists)
    return { ok: false, message: await explainRefusal(file.message, path, workspace, signal) }
  const problem = describeInvalidPath(path, place, workspace)
  if (problem) return { ok: false, message: problem }
  return { ok: true, path: real, named, before: null, fileMode: NEW_FILE_MODE }
}

function describeInvalidPath(path: string, place: Place, workspace: Workspace): string | null {
  if (path.endsWith('/')) return `${path} is a folder. Send the path of a file.`
  for (let folder = posix.dirname(place.relative); ; folder = posix.dirname(folder)) {
    const found = workspace.resolve(folder)
    if (!found.ok) return found.message
    if (found.kind === 'file') return `${folder} is a file, not a folder.`
    if (found.exists || folder === posix.dirname(folder)) return null
  }
}
