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
 * What unpacking an archive into a folder would write. One entry that may not be written refuses the
 * whole: a deny rule, a control file, a place outside, a file that is there already.
 */
export async function unpackEdits(
  bytes: Buffer,
  folder: string,
  workspace: Workspace,
): Promise<Edits> {
  const archive = await readArchive(bytes)
  if (!archive.ok) return fail(`it is not unpacked: ${archive.message}`)
  if (archive.entries.length === 0) return fail('it is an archive without files')
  const edits: FileEdit[] = []
  const there: string[] = []
  for (const entry of archive.entries) {
    const path = posix.join(folder.replaceAll('\\', '/'), entry.path)
    const placed = place(path, entry, workspace)
    if (typeof placed === 'string') return fail(`it is not unpacked: ${placed}`)
    if (placed === null) there.push(path)
    else edits.push(placed)
  }
  if (there.length === 0) return { ok: true, edits }
  const named = nameFirst(there, MAX_NAMED)
  return fail(`it would overwrite ${named}. Unpack it into a new folder`)
}

/** @returns words when it may not be written, null when something is there already */
function place(path: string, entry: ArchiveEntry, workspace: Workspace): FileEdit | string | null {
  const found = workspace.resolve(path)
  if (!found.ok) return found.message
  if (found.denied !== null) return `${path} is protected by the deny rule ${found.denied}`
  if (found.unsure !== null) return `${path}: it cannot be told whether a deny rule holds`
  if (!found.inside) return `${path} lies outside the working folder`
  const family = [path, found.relative].map(controlFamily).find((each) => each !== null)
  if (family)
    return `${path} decides what runs on this machine later (${family}). Download the archive itself and let the person unpack it`
  if (found.exists) return null
  const fileMode = entry.executable ? EXECUTABLE : PLAIN
  return { path: found.relative, before: null, after: entry.bytes, fileMode }
}

function fail(message: string): { ok: false; message: string } {
  return { ok: false, message }
}
