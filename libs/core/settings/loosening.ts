import { isDeepStrictEqual } from 'node:util'
import { type LayerSource, resolveSettings } from './resolve.js'

/** An entry of a project's settings that counts only where the folder is trusted. */
export interface Loosening {
  name: string
  value: unknown
}

/**
 * The entries of a project's settings that do more than tighten: each is resolved alone, once as trusted
 * and once not, so that no list of names has to follow the schema.
 * @param below  layers that the project's lies on
 * @throws AircoderError SETTINGS_INVALID where the project's settings break the schema
 */
export function looseningEntries(
  below: readonly LayerSource[],
  { source, values }: Omit<LayerSource, 'trusted'>,
): Loosening[] {
  const resolve = (given: unknown, trusted: boolean) =>
    resolveSettings([...below, { source, values: given, trusted }])
  resolve(values, false)
  return Object.entries(values as Record<string, unknown>)
    .filter(([name, value]) => {
      const alone = { [name]: value }
      return !isDeepStrictEqual(resolve(alone, true), resolve(alone, false))
    })
    .map(([name, value]) => ({ name, value }))
}
