import type { Ledger } from '#ledger'

/** The bytes of a stored content; null for no file, undefined when the ledger lost them. Never throws. */
export function storedBytes(
  hash: string | null,
  ledger: Pick<Ledger, 'payload'>,
): Buffer | null | undefined {
  if (hash === null) return null
  try {
    return ledger.payload(hash)
  } catch {
    // A damaged ledger: the caller reports that the content is missing.
    return undefined
  }
}
