/** Lines of the prompt for the prefill measurement: about 1,200 tokens, about a second on a slow GPU. */
export const TIMED_LINES = 60

/** Lines that make a prompt long. All are different, so that none is predictable. */
export function fillerLines(count: number, nonce: string): string[] {
  return Array.from(
    { length: count },
    (_, n) =>
      `${nonce} line ${n}: part ${(n * 7919) % 1009} of the store holds ${(n * 31) % 97} boxes`,
  )
}
