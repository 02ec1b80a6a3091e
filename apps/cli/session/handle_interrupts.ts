import { lostOutput } from '#core'
import { type Input, sayEnglish } from '#terminal'

/** What Ctrl+C does now. */
export interface Interrupts {
  /** The running turn or the open question, which one press ends; null: the session waits for a line. */
  turn: AbortController | null
  /** Presses since the last line; the second one closes the input. */
  presses: number
  /** The signal that ends the session; null: none came. */
  signal: NodeJS.Signals | null
  /** The session is over: signals have their default effect. */
  release(): void
}

/** The terminal is closed, or another program ends this one. */
const ENDING = ['SIGHUP', 'SIGTERM'] as const

/**
 * Handles Ctrl+C and Esc until the input is closed. The end of the input interrupts a turn as well, and so does a signal
 * that ends the program: what runs is stopped and saved. The same signal again does not wait for that. SIGINT is one
 * press of Ctrl+C; the next one ends the program, also where the turn has not ended yet.
 */
export function handleInterrupts(input: Input, say = sayEnglish): Interrupts {
  const state: Interrupts = { turn: null, presses: 0, signal: null, release }
  const endBy = (signal: NodeJS.Signals) => {
    state.signal = signal
    state.turn?.abort()
    input.close()
  }
  for (const signal of ENDING) process.once(signal, endBy)
  const press = () => {
    if (state.turn !== null) return state.turn.abort()
    state.presses += 1
    if (state.presses > 1) input.close()
    else input.print(`${say('quit.again')}\n`)
  }
  const onSignal = () => {
    // Ctrl+C in an editor that has the terminal reaches the whole group.
    if (input.isLent?.() === true) return
    const isSecond = state.turn === null ? state.presses > 0 : state.turn.signal.aborted
    if (!isSecond && lostOutput() === null) return press()
    process.off('SIGINT', onSignal)
    endBy('SIGINT')
  }
  process.on('SIGINT', onSignal)
  function release(): void {
    process.off('SIGINT', onSignal)
    for (const signal of ENDING) process.off(signal, endBy)
  }
  input.onEnd(() => state.turn?.abort())
  input.onEscape(() => state.turn?.abort())
  input.onInterrupt(press)
  return state
}
