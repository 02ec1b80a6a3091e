import { existsSync } from 'node:fs'
import { type Places, placesUnder } from '#box'
import { textOf } from './flags.js'
import { type Environment, type Flags, type ReadSettings, readSettings } from './read_settings.js'
import { findStateDir } from './state_dir.js'

/** The settings of a root, and the file that they were read from; null: there is none. */
export interface RootSettings {
  settings: ReadSettings['settings']
  places: Places
  configFile: string | null
}

/**
 * Reads the settings of a trial root, or of this machine. Another root has settings of its own: neither the file nor
 * the environment of this machine says anything about it.
 * @throws AircoderError SETTINGS_INVALID
 */
export function readSettingsOfRoot(
  { root: given, config, engine, engineUrl, model, stateDir: folder }: Flags,
  env: Environment,
): RootSettings {
  const root = textOf(given)
  const places = placesUnder(root ?? '/')
  const found = existsSync(places.config) ? places.config : undefined
  const named = textOf(config) ?? (root === undefined ? env.AIRCODER_PROXY_CONFIG : found)
  const own = root === undefined ? env : {}
  const { settings } = readSettings(
    { config: named, engine, engineUrl, models: model, stateDir: folder },
    own,
  )
  const isDefault = settings.stateDir === findStateDir(undefined, own)
  const stateDir = root !== undefined && isDefault ? places.state : settings.stateDir
  return { settings: { ...settings, stateDir }, places, configFile: named ?? found ?? null }
}
