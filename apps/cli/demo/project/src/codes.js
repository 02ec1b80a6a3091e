import { randomInt } from 'node:crypto'

/** Six digits, leading zeros kept. */
export function randomCode() {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** One-time codes by user. A new code replaces the old one; a wrong guess uses it up. */
export function createCodes({ clock, makeCode, lifeSeconds }) {
  const issued = new Map()

  return {
    issue(userId) {
      const code = makeCode()
      issued.set(userId, { code, expires: clock.now() + lifeSeconds })
      return code
    },
    redeem(userId, code) {
      const entry = issued.get(userId)
      issued.delete(userId)
      return entry !== undefined && entry.code === code && clock.now() < entry.expires
    },
  }
}
