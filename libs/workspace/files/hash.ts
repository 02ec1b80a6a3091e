import { createHash } from 'node:crypto'

/** The sha256 of bytes in hex. It names files and payloads in the ledger. */
export function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
