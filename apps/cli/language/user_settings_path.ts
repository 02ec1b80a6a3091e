import { join } from 'node:path'
import envPaths from 'env-paths'

/** `~/.config/aircoder/config.json`, by XDG. */
export function userSettingsPath(): string {
  return join(envPaths('aircoder', { suffix: '' }).config, 'config.json')
}
