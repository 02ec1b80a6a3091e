import { randomBytes } from 'node:crypto'

/** Makes ids; a test passes a counting one. */
export type MakeId = (prefix: string) => string

const LATEST = 2 ** 41

/**
 * Time-descending ids: a plain sort lists the newest first (features.md row 243).
 * @returns `prefix_` + 9 characters of time + 6 random ones, base 36, all [a-z0-9_]
 */
export function createIds(now: () => number = Date.now): MakeId {
  return (prefix) => {
    const time = (LATEST - now()).toString(36).padStart(9, '0')
    const random = [...randomBytes(6)].map((byte) => (byte % 36).toString(36)).join('')
    return `${prefix}_${time}${random}`
  }
}
