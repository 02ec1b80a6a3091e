import { Refusal } from '../refusals/refusal.js'
import { createSilenceTimer, type SilenceTimer } from '../signals/silence_timer.js'
import type { Sink } from '../upstream/engine.js'
import type { ExchangeTerms } from './terms.js'

interface ExchangeSink extends Sink {
  /** Resumes the engine, which waits for a slow reader. */
  wake(): void
  start(): void
  stop(): void
}

/** Where an engine writes: it applies the timers of silence and pauses the engine for a slow reader. */
export function createSink(
  { response, downstream, headers, firstByteMs, idleMs, settings, ticket }: ExchangeTerms,
  halt: (reason: Refusal) => void,
  on: {
    firstByte(): void
    read(tokens: number, of: number): void
    write(bytes: Buffer): boolean
  },
): ExchangeSink {
  let silence: SilenceTimer | null = null
  let slow: NodeJS.Timeout | undefined
  let resumes: (() => void)[] = []
  let first = true
  // The model may have been unloaded while this request waited.
  const firstLimitMs = () =>
    ticket.loads() ? Math.max(firstByteMs, settings.coldTokenMs) : firstByteMs

  const silent = () => {
    // While the reader is slow, the proxy itself pauses the engine.
    if (slow !== undefined) return
    const seconds = Math.round((first ? firstLimitMs() : idleMs) / 1000)
    const what = first ? 'did not begin to answer' : 'stopped sending in the middle of its answer'
    halt(new Refusal('engine_timeout', `The engine ${what} for ${seconds} s.`))
  }
  const drained = () => {
    clearTimeout(slow)
    slow = undefined
    silence?.heard()
    const waiting = resumes
    resumes = []
    for (const resume of waiting) resume()
  }

  return {
    wake: drained,
    start() {
      silence = createSilenceTimer(firstLimitMs(), silent, idleMs)
    },
    heard() {
      silence?.heard()
      if (!first) return
      first = false
      silence?.expect(idleMs)
      on.firstByte()
    },
    read(tokens, of) {
      // It works on the prompt, and has not begun to answer.
      silence?.heard()
      on.read(tokens, of)
    },
    accept(warnings = []) {
      if (warnings.length > 0 && !downstream.isOpen())
        headers['x-aircoder-warnings'] = [headers['x-aircoder-warnings'] ?? [], warnings]
          .flat()
          .join(', ')
      downstream.open(headers)
      for (const warning of warnings) downstream.comment(`aircoder warning=${warning}`)
    },
    write(bytes) {
      return !on.write(bytes) || downstream.write(bytes)
    },
    whenDrained(resume) {
      resumes.push(resume)
      if (resumes.length > 1) return
      response.once('drain', drained)
      slow = setTimeout(() => response.destroy(), settings.slowReaderMs)
    },
    stop() {
      silence?.stop()
      clearTimeout(slow)
      response.off('drain', drained)
    },
  }
}
