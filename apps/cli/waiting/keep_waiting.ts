import { AircoderError } from '#core'
import type { Ledger } from '#ledger'
import type { Input, Say } from '#terminal'

/** The lines that wait for the agent, in the ledger: a kill loses none. */
export interface WaitingKeeper {
  /** Between two turns: stores the lines that wait now, where others are stored. */
  settle(): void
}

/**
 * Stores the lines that wait whenever a key changes them. The step that delivers them and the task that one becomes
 * store what is left in their own transaction.
 * @param sessionId  of the running task; null: there is none yet
 */
export function keepWaiting(
  { ledger, input, say }: { ledger: Ledger; input: Input; say: Say },
  sessionId: () => string | null,
): WaitingKeeper {
  /** The session whose lines may be stored. */
  let stored: string | null = null
  const keep = () => {
    const id = sessionId()
    try {
      if (stored !== null && stored !== id) ledger.keepWaiting(stored, [])
      if (id !== null) ledger.keepWaiting(id, input.queued())
      stored = id
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      input.print(`${say('queue.lost', { why: say.error(error).message })}\n`)
    }
  }
  input.onQueue(keep)
  return {
    settle() {
      const id = sessionId()
      // What came back into the input line, and is there still, was not sent.
      if (id === null || input.typed() !== '') return
      if (stored !== id || ledger.waitingLines(id).length > 0) keep()
    },
  }
}
