import { layerFromEnvironment } from './environment.js'
import { environmentName, SettingsSchema } from './schema.js'

/** The names of all settings. */
export function settingNames(): string[] {
  return Object.keys(SettingsSchema.shape)
}

/** Reads the value of a setting as a variable has it. @returns as layerFromEnvironment */
export function readSetting(name: string, text: string): Record<string, unknown> {
  return layerFromEnvironment({ [environmentName(name)]: text })
}
