import { isDeepStrictEqual } from 'node:util'
import { type LayerSource, resolveSettings } from './resolve.js'

/** An entry of a project's settings that is used only if the folder is trusted. */
export interface Loosening {
  name: string
  value: unknown
}

/**
 * Returns the entries of a project's settings that do more than make permissions stricter. Each entry is
 * resolved alone, once as trusted and once not, so there is no list of names to keep in step with the schema.
 * @param below  the layers below the project's settings
 * @throws AircoderError SETTINGS_INVALID when the project's settings do not match the schema
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
