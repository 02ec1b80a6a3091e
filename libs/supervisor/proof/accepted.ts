import { z } from 'zod'
import type { Ledger } from '#ledger'
import { hashBytes, type Workspace } from '#workspace'
import { ACCEPT } from '../gate/session.js'

/** A changed test as the user was shown it; null: the file does not exist. */
export interface ShownTest {
  path: string
  hash: string | null
}

const Approval = z.object({
  kind: z.literal('tests'),
  files: z.array(z.object({ path: z.string(), hash: z.string().nullable() })),
})

/** What a receipt stores of an acceptance. */
export function approvalOf(files: readonly ShownTest[]): z.input<typeof Approval> {
  return { kind: 'tests', files: files.map(({ path, hash }) => ({ path, hash })) }
}

/** Paths whose present content the user accepted in this session. Another content needs another answer. */
export function acceptedTests(
  sessionId: string,
  { ledger, workspace }: { ledger: Pick<Ledger, 'receipts'>; workspace: Workspace },
): ReadonlySet<string> {
  const files = ledger.receipts(sessionId).flatMap(({ tool, approval, revokedMs }) => {
    if (tool !== ACCEPT || revokedMs !== null) return []
    const read = Approval.safeParse(approval)
    return read.success ? read.data.files : []
  })
  const now = new Map<string, string | null>()
  for (const { path } of files) now.set(path, hashNow(path, workspace))
  return new Set(files.filter(({ path, hash }) => now.get(path) === hash).map(({ path }) => path))
}

/** The sha256 of a file as it is now, in hex; null when it is missing or cannot be read. */
export function hashNow(path: string, workspace: Workspace): string | null {
  const bytes = readNow(workspace, path)
  return bytes === null ? null : hashBytes(bytes)
}

/** The bytes of a file as it is now; null when it is denied, a link, missing or not readable. */
export function readNow(workspace: Workspace, path: string): Buffer | null {
  try {
    return workspace.reopen([path]).readBytes(path)
  } catch {
    return null
  }
}
