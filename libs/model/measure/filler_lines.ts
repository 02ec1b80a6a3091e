/** Lines of the prompt whose reading is timed: about 1,200 tokens, a second or so on a slow card. */
export const TIMED_LINES = 60

/** Lines of a prompt whose only use is its length; each is another, so that none is guessed. */
export function fillerLines(count: number, nonce: string): string[] {
  return Array.from(
    { length: count },
    (_, n) =>
      `${nonce} line ${n}: part ${(n * 7919) % 1009} of the store holds ${(n * 31) % 97} boxes`,
  )
}
