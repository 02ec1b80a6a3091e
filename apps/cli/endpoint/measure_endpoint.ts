import { type Settings, systemClock } from '#core'
import { type Measured, measureModel } from '#model'
import { keepMeasured } from '../data/model_file.js'
import type { Endpoint } from './open_endpoint.js'

/**
 * Measures a model and stores the result; prints each probe on standard error.
 * @returns null after Ctrl+C: then nothing is stored
 */
export async function measureEndpoint(
  { name, place, reportedWindow }: Endpoint,
  settings: Settings,
): Promise<Measured | null> {
  if (place === null) throw new Error('a recording cannot be measured')
  const { path, ...at } = place
  const abort = new AbortController()
  const stop = () => abort.abort()
  process.once('SIGINT', stop)
  try {
    const measured = await measureModel({
      baseUrl: at.baseUrl,
      token: settings.token,
      clock: systemClock,
      model: name,
      reportedWindow,
      signal: abort.signal,
      onProbe: (probe) => void process.stderr.write(`measuring ${probe} …\n`),
    })
    if (abort.signal.aborted) return null
    // A model that never answered gives no result to store.
    if (measured.thinking !== null || measured.tools !== null) keepMeasured(path, at, measured)
    return measured
  } finally {
    process.off('SIGINT', stop)
  }
}
