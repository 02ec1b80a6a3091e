import { hashBytes, type TaskFile } from '#workspace'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'

type TaskFiles = { ok: true; files: TaskFile[]; left: string[] } | { ok: false; reason: string }

/**
 * The files that a task changed, with every content that its calls found and made. `left` are those that no commit
 * of this project may hold: they lie outside, or a deny rule covers them. A file that somebody else changed
 * meanwhile refuses all: a commit of the others would be half of the work.
 */
export function taskFiles(
  { view, look }: Pick<Frame, 'view' | 'look'>,
  { ledger, workspace }: Pick<Deps, 'ledger' | 'workspace'>,
): TaskFiles {
  const { session, task } = view
  const calls = ledger.appliedEdits({ sessionId: session.id, taskId: task.id }).reverse()
  const links = new Map<string, { before: string | null; after: string | null }[]>()
  for (const { path, beforeHash, afterHash } of calls.flatMap(({ files }) => files))
    links.set(path, [...(links.get(path) ?? []), { before: beforeHash, after: afterHash }])
  const read = (hash: string | null) => (hash === null ? null : ledger.payload(hash))
  const found: TaskFile[] = []
  for (const [path, chain] of links) {
    const gap = chain.some((link, at) => at > 0 && chain[at - 1]?.after !== link.before)
    if (gap) return { ok: false, reason: `${path} was changed by somebody else during the task` }
    const [first] = chain
    const versions = [first?.before ?? null, ...chain.map(({ after }) => after)].map(read)
    found.push({ path, versions })
  }
  for (const { path, before, after } of look?.byBackground ?? [])
    if (!links.has(path)) found.push({ path, versions: [before, after] })

  const files: TaskFile[] = []
  const left: string[] = []
  for (const file of found) {
    const place = workspace.resolve(file.path)
    if (!place.ok || !place.inside || place.denied !== null) {
      left.push(file.path)
      continue
    }
    const now = workspace.fileState(file.path)
    if (!now.ok) return { ok: false, reason: now.reason }
    if (keyOf(now.bytes) !== keyOf(file.versions.at(-1) ?? null))
      return { ok: false, reason: `${file.path} was changed by somebody else` }
    files.push(file)
  }
  return { ok: true, files, left }
}

function keyOf(bytes: Buffer | null): string | null {
  return bytes === null ? null : hashBytes(bytes)
}
