import { createHash } from 'node:crypto'

/** @returns hex */
export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** JSON with sorted keys: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (isPlain(item) ? sorted(item) : item))
}

/** Hash of a value; the order of its keys does not matter. @returns sha256 hex */
export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(record).sort()
  return Object.fromEntries(keys.map((key) => [key, record[key]]))
}
