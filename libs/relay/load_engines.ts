import { AircoderError, discover, nearestName } from '#core'
import type { Engine } from './upstream/engine.js'

/** All engines of this build, in the order of their file names. */
export function loadEngines(): Promise<Engine[]> {
  return discover<Engine>(new URL('./engines/', import.meta.url))
}

/** The engine of a name. @throws AircoderError SETTINGS_INVALID with the names that exist */
export async function findEngine(name: string): Promise<Engine> {
  const engines = await loadEngines()
  const engine = engines.find((known) => known.name === name)
  if (engine !== undefined) return engine
  const names = engines.map((known) => known.name)
  const near = nearestName(name, names)
  const meant = near === null ? '' : ` Did you mean ${near}?`
  throw new AircoderError('SETTINGS_INVALID', {
    source: 'file, environment or flags',
    reason: `engine: unknown engine "${name}"; use one of ${names.join(', ')}.${meant}`,
  })
}
