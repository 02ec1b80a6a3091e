/** Lines that arrive while the reader awaits something else. */
export interface Mailbox {
  put(text: string): void
  /** Resolves when something lies there, at once if it does. */
  arrival(): Promise<'mail'>
  takeAll(): string[]
}

export function createMailbox(): Mailbox {
  const lines: string[] = []
  let wake: (value: 'mail') => void = () => {}
  return {
    put(text) {
      lines.push(text)
      wake('mail')
    },
    // A new promise each time: one that many races wait on would keep all their results alive.
    arrival: () =>
      new Promise((resolve) => {
        wake = resolve
        if (lines.length > 0) resolve('mail')
      }),
    takeAll: () => lines.splice(0),
  }
}
