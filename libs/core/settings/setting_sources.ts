import { type LayerSource, resolveSettings } from './resolve.js'
import { SettingsSchema } from './schema.js'

/** Settings whose layers are joined: each layer that adds something is a source. */
const JOINED = ['allow', 'deny', 'stepLimits']

/**
 * The layers that each setting has its value from, lowest first: several only where layers are joined.
 * @param layers  as for `resolveSettings`
 * @returns  by name of the setting; empty where the value is the default
 * @throws AircoderError as `resolveSettings`
 */
export function settingSources(layers: readonly LayerSource[]): Record<string, string[]> {
  const names = Object.keys(SettingsSchema.shape)
  const sources: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]))
  let below = valuesOf([])
  for (const [at, { source, values, trusted }] of layers.entries()) {
    const above = valuesOf(layers.slice(0, at + 1))
    for (const name of names) {
      const isGiven = (values as Record<string, unknown> | null)?.[name] !== undefined
      // A layer that may only tighten has no part in a value that it could not change.
      if (below[name] === above[name] && !(trusted && isGiven)) continue
      const former = JOINED.includes(name) ? (sources[name] ?? []) : []
      sources[name] = [...former, source]
    }
    below = above
  }
  return sources
}

/** Values as text, to compare them. */
function valuesOf(layers: readonly LayerSource[]): Record<string, string> {
  const settings = Object.entries(resolveSettings([...layers]))
  return Object.fromEntries(settings.map(([name, value]) => [name, JSON.stringify(value) ?? '']))
}
