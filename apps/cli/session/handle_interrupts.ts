import type { Input } from '#terminal'

/** What Ctrl+C does now. */
export interface Interrupts {
  /** The running turn, which one press ends; null: the session waits for a line. */
  turn: AbortController | null
  /** Presses since the last line; the second one closes the input. */
  presses: number
}

/** Handles Ctrl+C until the input is closed. */
export function handleInterrupts(input: Input, print: (text: string) => void): Interrupts {
  const state: Interrupts = { turn: null, presses: 0 }
  input.onInterrupt(() => {
    if (state.turn !== null) return state.turn.abort()
    state.presses += 1
    if (state.presses > 1) input.close()
    else print('\nPress Ctrl+C again to quit, or type /exit.\n')
  })
  return state
}
