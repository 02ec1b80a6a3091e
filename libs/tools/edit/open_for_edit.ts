import { posix, relative } from 'node:path'
import type { Place, Workspace } from '#workspace'
import { explainRefusal } from '../search/suggest_paths.js'

/** Permission bits of a file that an edit creates. */
const NEW_FILE_MODE = 0o644

/** A file as an edit finds it; `before` is null when it is still to be made. */
export interface OpenedFile {
  ok: true
  /** From the workspace root, links followed: what the edit will replace. */
  path: string
  /** The same place by the name that was given. */
  named: string
  before: Buffer | null
  fileMode: number
}

/**
 * Opens a text file that is to be changed or created. A link leads to the file it names, since edits
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
  const flaw = flawOfNew(path, place, workspace)
  if (flaw) return { ok: false, message: flaw }
  return { ok: true, path: real, named, before: null, fileMode: NEW_FILE_MODE }
}

function flawOfNew(path: string, place: Place, workspace: Workspace): string | null {
  if (path.endsWith('/')) return `${path} names a folder. Send the path of a file.`
  for (let folder = posix.dirname(place.relative); ; folder = posix.dirname(folder)) {
    const found = workspace.resolve(folder)
    if (!found.ok) return found.message
    if (found.kind === 'file') return `${folder} is a file, so nothing can be below it.`
    if (found.exists || folder === posix.dirname(folder)) return null
  }
}
