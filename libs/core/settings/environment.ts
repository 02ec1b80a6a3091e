import { nearestName } from '../text/nearest_name.js'
import { environmentName, kindOf, type SettingName, SettingsSchema } from './schema.js'

/**
 * Reads `AIRCODER_*` into a layer. Lists are separated by commas, objects are JSON.
 * @returns  text that does not fit the type stays as it is, so that the schema reports it
 */
export function layerFromEnvironment(
  env: Record<string, string | undefined>,
): Record<string, unknown> {
  const layer: Record<string, unknown> = {}
  for (const name of Object.keys(SettingsSchema.shape) as SettingName[]) {
    const text = env[environmentName(name)]
    if (text !== undefined && text !== '') layer[name] = parseText(name, text)
  }
  return layer
}

/** The variable of a setting that this name most likely means; null: it is one, or no one is close. */
export function nearestVariable(name: string): string | null {
  if (!name.startsWith('AIRCODER_') || name.startsWith('AIRCODER_PROXY_')) return null
  const known = Object.keys(SettingsSchema.shape).map(environmentName)
  return known.includes(name) ? null : nearestName(name, known)
}

function parseText(name: SettingName, text: string): unknown {
  switch (kindOf(SettingsSchema.shape[name])) {
    case 'number':
      return Number(text)
    case 'boolean':
      return { true: true, '1': true, false: false, '0': false }[text] ?? text
    case 'array':
      return text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    case 'object':
      return objectIn(text)
    default:
      return text
  }
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema reports the type alone: the text may hold a token.
    return text
  }
}
