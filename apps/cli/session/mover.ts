import type { Person } from '#supervisor'

/** The commands that run in the foreground, for the key that moves the newest to the background. */
export interface Mover {
  /** Called when a command starts. */
  offer: NonNullable<Person['offerMove']>
  /** @returns false: no command runs */
  move(): boolean
}

export function createMover(): Mover {
  const running: AbortController[] = []
  const forget = (one: AbortController) => {
    const at = running.indexOf(one)
    if (at !== -1) running.splice(at, 1)
  }
  return {
    offer() {
      const one = new AbortController()
      running.push(one)
      return { signal: one.signal, end: () => forget(one) }
    },
    move() {
      const newest = running.pop()
      newest?.abort()
      return newest !== undefined
    },
  }
}
