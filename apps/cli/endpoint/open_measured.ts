import type { Settings } from '#core'
import type { Endpoint } from './open_endpoint.js'

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
  const { measureEndpoint } = await import('./measure_endpoint.js')
  return (await measureEndpoint(endpoint, settings)) === null ? endpoint : open()
}
