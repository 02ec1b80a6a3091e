/** Lines that arrive while the reader waits for something else. */
export interface Mailbox {
  put(text: string): void
  /** Resolves when there is a line; at once if there is one already. */
  arrival(): Promise<'mail'>
  takeAll(): string[]
}

/** Only the newest are of use, and a server may send millions. */
const KEPT_LINES = 16

export function createMailbox(): Mailbox {
  const lines: string[] = []
  let wake: (value: 'mail') => void = () => {}
  return {
    put(text) {
      lines.push(text)
      if (lines.length > KEPT_LINES) lines.shift()
      wake('mail')
    },
    // A new promise for each call: a shared one would keep the results of all races in memory.
    arrival: () =>
      new Promise((resolve) => {
        wake = resolve
        if (lines.length > 0) resolve('mail')
      }),
    takeAll: () => lines.splice(0),
  }
}
