import { constants } from 'node:os'
import { lostOutput } from '#core'
import { type Input, sayEnglish } from '#terminal'
import { limitLeaving } from './leave_in_time.js'

/** What Ctrl+C does now. */
export interface Interrupts {
  /**
   * The running turn or the open question, which one press ends; null: the session waits for a line. When the input has
   * ended, a turn that begins is interrupted at once: a line can be sent, and the input end, in one read of the keys.
   */
  turn: AbortController | null
  /** An open question of the session itself, which one press ends before the turn; null: none. */
  question: AbortController | null
  /** Work that follows the last line and has a limit of its own; one press ends it. */
  lastWork(work: AbortController): void
  /** The input has ended, or is no longer needed: what runs is interrupted, and has a limited time to end. */
  over(): void
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
  let turn: AbortController | null = null
  let question: AbortController | null = null
  const open = () => question ?? turn
  let isOver = false
  const leaving = limitLeaving(() => {
    input.print(`${say('session.late')}\n`)
    return codeOf(state)
  })
  const state: Interrupts = {
    get turn() {
      return turn
    },
    set turn(next) {
      turn = next
      if (isOver) next?.abort()
    },
    get question() {
      return question
    },
    set question(next) {
      question = next
      if (isOver) next?.abort()
    },
    presses: 0,
    signal: null,
    lastWork(work) {
      leaving.stop()
      turn = work
    },
    over() {
      isOver = true
      question?.abort()
      turn?.abort()
      leaving.start()
    },
    release,
  }
  const endBy = (signal: NodeJS.Signals) => {
    state.signal = signal
    state.over()
    input.close()
  }
  for (const signal of ENDING) process.once(signal, endBy)
  const press = () => {
    const running = open()
    if (running !== null) return running.abort()
    state.presses += 1
    if (state.presses === 1) return input.print(`${say('quit.again')}\n`)
    state.over()
    input.close()
  }
  const onSignal = () => {
    // Ctrl+C in an editor that has the terminal reaches the whole group.
    if (input.isLent?.() === true) return
    const isSecond = open()?.signal.aborted ?? state.presses > 0
    if (!isSecond && lostOutput() === null) return press()
    process.off('SIGINT', onSignal)
    endBy('SIGINT')
  }
  process.on('SIGINT', onSignal)
  function release(): void {
    leaving.stop()
    process.off('SIGINT', onSignal)
    for (const signal of ENDING) process.off(signal, endBy)
  }
  input.onEnd(state.over)
  input.onEscape(() => open()?.abort())
  input.onInterrupt(press)
  return state
}

/** The exit code of a session that ended with 0 or by a signal. */
export function codeOf({ signal }: Pick<Interrupts, 'signal'>): number {
  return signal === null ? 0 : 128 + constants.signals[signal]
}
