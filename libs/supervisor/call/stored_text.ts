import type { StoredText } from '#tools'
import type { Deps } from '../deps/deps.js'

/**
 * Opens the full text of an evidence row, for a result that was cut.
 * @returns null when there is no such row, or when a deny rule now covers the file that it came from
 */
export function openStored(
  id: string,
  { ledger, workspace }: Pick<Deps, 'ledger' | 'workspace'>,
): StoredText | null {
  const row = ledger.evidence(id)
  if (row === null) return null
  const place = typeof row.facts.path === 'string' ? workspace.resolve(row.facts.path) : null
  if (place?.ok && place.denied !== null) return null
  return { subject: row.subject, text: ledger.payload(row.payloadHash).toString('utf8') }
}
