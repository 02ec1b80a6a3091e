import { createHash } from 'node:crypto'

/** The sha256 of some bytes, as hex: how files and payloads are named in the ledger. */
export function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
