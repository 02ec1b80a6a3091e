import type { Evidence } from '#core'
import type { ListedRow, StoredText, ToolContext } from '#tools'
import type { Deps } from '../../deps/deps.js'

/**
 * Opens the full text of an evidence row, for a result that was cut.
 * @returns null when there is no such row, or when a deny rule now covers the file that it came from
 */
export function openStored(
  id: string,
  { ledger, workspace }: Pick<Deps, 'ledger' | 'workspace'>,
): StoredText | null {
  const row = ledger.evidence(id)
  if (row === null || isDenied(row, workspace)) return null
  return { subject: row.subject, text: ledger.payload(row.payloadHash).toString('utf8') }
}

type ListQuery = Parameters<NonNullable<ToolContext['listStored']>>[0]

/** Rows of a session with these words, newest first. Rows of denied files are left out. */
export function listStored(
  sessionId: string,
  { kind, text, limit }: ListQuery,
  { ledger, workspace }: Pick<Deps, 'ledger' | 'workspace'>,
): ListedRow[] {
  return ledger
    .find({ sessionId, ...(kind && { kind }), ...(text && { text }), limit })
    .filter((row) => !isDenied(row, workspace))
    .map(({ id, kind, subject, summary }) => ({ id, kind, subject, summary }))
}

function isDenied({ facts }: Pick<Evidence, 'facts'>, workspace: Deps['workspace']): boolean {
  const place = typeof facts.path === 'string' ? workspace.resolve(facts.path) : null
  return place?.ok === true && place.denied !== null
}
