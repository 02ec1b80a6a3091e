import { firstChars, showControls } from '#core'

/** How a terminal tells a person who looks elsewhere: a message of the desktop (OSC 9), or the bell. */
export type NotifyWay = 'off' | 'bell' | 'osc9'

/** Tells a person who looks elsewhere that the program needs no more time, or needs an answer. */
export interface Notifier {
  /** Something ended after this time. */
  ended(text: string, tookMs: number): void
  /** A question is open until the promise settles. @returns what the promise returns */
  asks<T>(text: string, answer: Promise<T>): Promise<T>
}

export interface NotifierOptions {
  way: NotifyWay
  /** Writes a sequence that shows nothing and moves nothing. */
  write(sequence: string): void
  /** Whether the terminal has the focus; null: it has not said so. */
  isFocused(): boolean | null
  /** Calls back after so many ms. @returns a function that ends this */
  after(ms: number, work: () => void): () => void
}

/** A person waits this long in front of the screen. Longer, and the eyes are elsewhere. */
export const ATTENTION_MS = 20_000
/** Desktops cut longer messages. */
const MOST_CHARS = 100

/**
 * Notifies at once where the terminal has lost the focus, never where it is known to have it, and otherwise after
 * ATTENTION_MS.
 */
export function createNotifier({ way, write, isFocused, after }: NotifierOptions): Notifier {
  const notify = (text: string) => {
    if (way === 'off') return
    const plain = firstChars(showControls(text).replace(/\s+/g, ' '), MOST_CHARS)
    write(way === 'bell' ? '\x07' : `\x1b]9;${plain}\x07`)
  }
  return {
    ended(text, tookMs) {
      const focused = isFocused()
      if (focused === false || (focused === null && tookMs >= ATTENTION_MS)) notify(text)
    },
    async asks(text, answer) {
      let stop = () => {}
      if (isFocused() === false) notify(text)
      else
        stop = after(ATTENTION_MS, () => {
          if (isFocused() !== true) notify(text)
        })
      try {
        return await answer
      } finally {
        stop()
      }
    },
  }
}

/** Terminals that show OSC 9 as a message, by their variables. Inside tmux and screen it is lost, and the bell is not. */
const PROGRAMS = ['iTerm.app', 'WezTerm', 'ghostty', 'kitty']

/** How to notify on a terminal, by its variables. */
export function readNotifyWay(
  setting: NotifyWay | 'auto',
  env: Record<string, string | undefined>,
): NotifyWay {
  if (setting !== 'auto') return setting
  if (env.TMUX || env.STY) return 'bell'
  const isKnown = PROGRAMS.includes(env.TERM_PROGRAM ?? '') || env.KITTY_WINDOW_ID !== undefined
  return isKnown ? 'osc9' : 'bell'
}
