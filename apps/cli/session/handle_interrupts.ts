import { type Input, sayEnglish } from '#terminal'

/** What Ctrl+C does now. */
export interface Interrupts {
  /** The running turn or the open question, which one press ends; null: the session waits for a line. */
  turn: AbortController | null
  /** Presses since the last line; the second one closes the input. */
  presses: number
  /** The signal that ends the session; null: none came. */
  signal: NodeJS.Signals | null
}

/** The terminal is closed, or another program ends this one. */
const ENDING = ['SIGHUP', 'SIGTERM'] as const

/**
 * Handles Ctrl+C and Esc until the input is closed. The end of the input interrupts a turn as well, and so does a signal
 * that ends the program: what runs is stopped and saved. The same signal again does not wait for that.
 */
export function handleInterrupts(input: Input, say = sayEnglish): Interrupts {
  const state: Interrupts = { turn: null, presses: 0, signal: null }
  for (const signal of ENDING)
    process.once(signal, () => {
      state.signal = signal
      state.turn?.abort()
      input.close()
    })
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
