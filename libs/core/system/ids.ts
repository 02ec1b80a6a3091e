import { randomNumbers } from './random_numbers.js'

/** Returns a new id with the prefix; tests pass a function that counts. */
export type MakeId = (prefix: string) => string

const LATEST = 2 ** 41

/**
 * Creates ids that sort with the newest first (row 243).
 * @returns `prefix_` + 9 characters of time + 6 random ones, base 36, all [a-z0-9_]
 */
export function createIds(now: () => number = Date.now): MakeId {
  return (prefix) => {
    const time = (LATEST - now()).toString(36).padStart(9, '0')
    const random = [...randomNumbers(6)].map((byte) => (byte % 36).toString(36)).join('')
    return `${prefix}_${time}${random}`
  }
}
