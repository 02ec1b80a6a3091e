import type { IntentFile, OpenIntent } from '#ledger'
import { type FileState, hashBytes, type Workspace } from '#workspace'

/** A file of an interrupted edit, and what is at its path now. */
export interface LookedFile {
  path: string
  /** Hashes from before the first change to after the last; null: there is no file. */
  chain: readonly (string | null)[]
  /** Permission bits for a file that does not exist now. */
  fileMode: number
  now: FileState
  /** before · written: by this call · other: somebody else changed it · unknown: it may not or cannot be read. */
  state: 'before' | 'written' | 'other' | 'unknown'
}

/** Resolves every path of an intent again and compares the files with its hashes. Writes nothing and never throws. */
export function lookAtFiles(
  { files }: Pick<OpenIntent, 'files'>,
  workspace: Workspace,
): LookedFile[] {
  const byPath = new Map<string, IntentFile[]>()
  for (const file of files) byPath.set(file.path, [...(byPath.get(file.path) ?? []), file])
  return [...byPath].map(([path, changes]) => {
    const chain = [changes[0]?.beforeHash ?? null, ...changes.map(({ afterHash }) => afterHash)]
    const now = workspace.fileState(path, { hardLinks: true })
    const fileMode = changes.at(-1)?.fileMode ?? 0o644
    return { path, chain, fileMode, now, state: stateOf(chain, now) }
  })
}

/** The hash of a looked file; a text that is no hash where it cannot be known. */
export function hashNow({ now }: Pick<LookedFile, 'now'>): string | null {
  if (!now.ok) return 'unknown'
  return now.bytes && hashBytes(now.bytes)
}

function stateOf(chain: readonly (string | null)[], now: FileState): LookedFile['state'] {
  if (!now.ok) return 'unknown'
  const at = chain.lastIndexOf(hashNow({ now }))
  if (at === -1) return 'other'
  return at === 0 ? 'before' : 'written'
}
