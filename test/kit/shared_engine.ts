import type { FakeClock } from './fake_clock.js'

/** Writes for several at once, each as fast as the others. */
export interface SharedEngine {
  /** Resolves when so many tokens were written for it. */
  write(tokens: number): Promise<void>
  /** Tokens of answers that are whole. */
  written(): number
}

/** @param speed  tokens a second of one stream while so many run; may change its mind */
export function createSharedEngine(
  clock: FakeClock,
  speed: (streams: number) => number,
): SharedEngine {
  /** What one stream that was there from the beginning would have. */
  let each = 0
  let since = clock.monotonic()
  let written = 0
  const streams = new Set<{ end: number; tokens: number; done(): void }>()
  let takeBack = () => {}

  const pace = () => speed(streams.size) / 1_000
  function goOn(): void {
    const now = clock.monotonic()
    if (streams.size > 0) each += pace() * (now - since)
    since = now
  }
  function wait(): void {
    takeBack()
    if (streams.size === 0) return
    let first = Number.POSITIVE_INFINITY
    for (const { end } of streams) first = Math.min(first, end)
    takeBack = clock.alarm(Math.max(0, first - each) / pace(), finish)
  }
  function finish(): void {
    goOn()
    for (const stream of streams) {
      if (stream.end > each + 1e-6) continue
      streams.delete(stream)
      written += stream.tokens
      stream.done()
    }
    wait()
  }

  return {
    write(tokens) {
      return new Promise((done) => {
        goOn()
        streams.add({ end: each + tokens, tokens, done })
        wait()
      })
    },
    written: () => written,
  }
}
