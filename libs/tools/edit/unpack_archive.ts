import { posix } from 'node:path'
import { type FileEdit, nameFirst } from '#core'
import { controlFamily } from '#gate'
import { type ArchiveEntry, readArchive } from '#web'
import type { Workspace } from '#workspace'

const MAX_NAMED = 5
const PLAIN = 0o644
const EXECUTABLE = 0o755

type Edits = { ok: true; edits: FileEdit[] } | { ok: false; message: string }

/**
 * Computes the files that unpacking an archive would write. It refuses the whole archive if one entry may
 * not be written: denied, a control file, outside the workspace, or an existing file.
 */
export async function unpackEdits(
  bytes: Buffer,
  folder: string,
  workspace: Workspace,
): Promise<Edits> {
  const archive = await readArchive(bytes)
  if (!archive.ok) return fail(`it was not unpacked: ${archive.message}`)
  if (archive.entries.length === 0) return fail('the archive has no files')
  const edits: FileEdit[] = []
  const there: string[] = []
  for (const entry of archive.entries) {
    const path = posix.join(folder.replaceAll('\\', '/'), entry.path)
    const placed = place(path, entry, workspace)
    if (typeof placed === 'string') return fail(`it was not unpacked: ${placed}`)
    if (placed === null) there.push(path)
    else edits.push(placed)
  }
  if (there.length === 0) return { ok: true, edits }
  const named = nameFirst(there, MAX_NAMED)
  return fail(`it would overwrite ${named}. Unpack it into a new folder`)
}

/** @returns a message when it may not be written, null when the path already exists */
function place(path: string, entry: ArchiveEntry, workspace: Workspace): FileEdit | string | null {
  const found = workspace.resolve(path)
  if (!found.ok) return found.message
  if (found.denied !== null) return `${path} is protected by the deny rule ${found.denied}`
  if (found.unsure !== null) return `${path}: cannot determine whether a deny rule matches`
  if (!found.inside) return `${path} is outside the working folder`
  const family = [path, found.relative].map(controlFamily).find((each) => each !== null)
  if (family)
    return `${path} controls what runs on this machine later (${family}). Download the archive without extract. The user has to unpack it`
  if (found.exists) return null
  const fileMode = entry.executable ? EXECUTABLE : PLAIN
  return { path: found.relative, before: null, after: entry.bytes, fileMode }
}

function fail(message: string): { ok: false; message: string } {
  return { ok: false, message }
}
