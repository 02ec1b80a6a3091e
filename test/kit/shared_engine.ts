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
  let alarm = new AbortController()

  const pace = () => speed(streams.size) / 1_000
  function goOn(): void {
    const now = clock.monotonic()
    if (streams.size > 0) each += pace() * (now - since)
    since = now
  }
  async function wait(): Promise<void> {
    alarm.abort('asked')
    if (streams.size === 0) return
    const own = new AbortController()
    alarm = own
    const first = Math.min(...[...streams].map(({ end }) => end))
    await clock.sleep(Math.max(0, first - each) / pace(), own.signal)
    if (own.signal.aborted) return
    goOn()
    for (const stream of streams) {
      if (stream.end > each + 1e-6) continue
      streams.delete(stream)
      written += stream.tokens
      stream.done()
    }
    void wait()
  }

  return {
    write(tokens) {
      return new Promise((done) => {
        goOn()
        streams.add({ end: each + tokens, tokens, done })
        void wait()
      })
    },
    written: () => written,
  }
}
