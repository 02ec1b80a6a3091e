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

/**
 * Opens the endpoint, and measures its model again when the model has changed since it was measured.
 * Ctrl+C skips the measurement.
 */
export async function openMeasured(
  settings: Settings,
  open: () => Promise<Endpoint>,
): Promise<Endpoint> {
  const endpoint = await open()
  if (!endpoint.outdated || settings.remeasure === 'never') return endpoint
  process.stderr.write(
    `${endpoint.name} has changed since it was measured. It is measured again, which takes a few minutes. Ctrl+C skips this.\n`,
  )
  return (await measureEndpoint(endpoint, settings)) === null ? endpoint : open()
}
