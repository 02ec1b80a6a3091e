import { setImmediate as nextTurn } from 'node:timers/promises'

/** Bytes that are read before keys, signals and timers get their turn: about 2 ms of work. */
const TURN_BYTES = 65_536
/** What one line or event costs beside its bytes, as bytes: short ones cost more than they have. */
const PART_BYTES = 256

/** Interrupts long reading, so that Ctrl+C acts whatever a server sends. */
export interface Turns {
  /** Takes the bytes that were read; a promise when it is time to wait for the others, else undefined. */
  spend(bytes: number): Promise<unknown> | undefined
}

export function createTurns(): Turns {
  let left = TURN_BYTES
  return {
    spend(bytes) {
      left -= bytes + PART_BYTES
      if (left > 0) return undefined
      left = TURN_BYTES
      return nextTurn()
    },
  }
}
