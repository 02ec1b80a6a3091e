import type { Evidence } from '#core'
import type { EvidencePredicate, View } from '#ledger'
import type { Deps } from '../deps/deps.js'

/** Cache: what was found for a view. */
const found = new WeakMap<View, Map<string, readonly Evidence[]>>()

/** Committed rows that several parts of a step read. They are found once: until the commit of the step they stay the same. */
export function findOnce(
  view: View,
  predicate: EvidencePredicate,
  { ledger }: Pick<Deps, 'ledger'>,
): readonly Evidence[] {
  const ofView = found.get(view) ?? new Map<string, readonly Evidence[]>()
  found.set(view, ofView)
  const key = JSON.stringify(predicate)
  const known = ofView.get(key)
  if (known !== undefined) return known
  const rows = ledger.find(predicate)
  ofView.set(key, rows)
  return rows
}
