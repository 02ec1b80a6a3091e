import { type Input, sayEnglish } from '#terminal'

/** What Ctrl+C does now. */
export interface Interrupts {
  /** The running turn or the open question, which one press ends; null: the session waits for a line. */
  turn: AbortController | null
  /** Presses since the last line; the second one closes the input. */
  presses: number
}

/** Handles Ctrl+C and Esc until the input is closed. The end of the input interrupts a turn as well. */
export function handleInterrupts(input: Input, say = sayEnglish): Interrupts {
  const state: Interrupts = { turn: null, presses: 0 }
  input.onEnd(() => state.turn?.abort())
  input.onEscape(() => state.turn?.abort())
  input.onInterrupt(() => {
    if (state.turn !== null) return state.turn.abort()
    state.presses += 1
    if (state.presses > 1) input.close()
    else input.print(`${say('quit.again')}\n`)
  })
  return state
}
