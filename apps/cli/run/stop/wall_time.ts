import { AircoderError, END_TEXTS, readDuration, type Settings, StoppedBy } from '#core'
import type { Flags } from '../../flags/flags.js'

/** Longest delay of a timer of node, in ms: 24 days. */
const MOST_MS = 2 ** 31 - 1

/** Milliseconds that are left of --max-wall-time, which counts from the start of the process; null: no limit. */
function leftOf({ maxWallTime }: Pick<Flags, 'maxWallTime'>): number | null {
  const ms = maxWallTime === undefined ? null : readDuration(maxWallTime)
  return ms === null ? null : Math.min(Math.max(0, ms - performance.now()), MOST_MS)
}

/** Stops a run when --max-wall-time is over. @returns a function that ends the timer */
export function limitTime(flags: Flags, abort: AbortController): () => void {
  const leftMs = leftOf(flags)
  if (leftMs === null) return () => {}
  const why = `${END_TEXTS.time} ${flags.maxWallTime} is reached`
  const timer = setTimeout(() => abort.abort(new StoppedBy(why, 'limit')), leftMs)
  return () => clearTimeout(timer)
}

/** What waits for standard input, but not longer than --max-wall-time. @throws AircoderError INPUT_TOO_LATE */
export async function beforeTime<T>(flags: Flags, wait: Promise<T>): Promise<T> {
  const abort = new AbortController()
  const end = limitTime(flags, abort)
  const late = new Promise<never>((_, reject) => {
    const limit = flags.maxWallTime ?? ''
    abort.signal.addEventListener('abort', () =>
      reject(new AircoderError('INPUT_TOO_LATE', { limit })),
    )
  })
  return Promise.race([wait, late]).finally(end)
}

/** The settings with a wait for the endpoint that ends with --max-wall-time. */
export function withinTime(settings: Settings, flags: Flags): Settings {
  const leftMs = leftOf(flags)
  if (leftMs === null || (readDuration(settings.wait) ?? 0) <= leftMs) return settings
  return { ...settings, wait: `${Math.round(leftMs)}ms` }
}
