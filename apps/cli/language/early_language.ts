import { readFileSync } from 'node:fs'
import type { Language } from '#terminal'
import { readLanguage } from './read_language.js'
import { userSettingsPath } from './user_settings_path.js'

/** The language of help and errors: settings are not read yet, or are invalid. */
export function earlyLanguage(env: NodeJS.ProcessEnv): Language {
  const asked = env.AIRCODER_LANGUAGE ?? ownLanguage()
  return readLanguage(asked === 'en' || asked === 'zh' ? asked : 'auto', env)
}

function ownLanguage(): unknown {
  try {
    return JSON.parse(readFileSync(userSettingsPath(), 'utf8')).language
  } catch {
    // There is no file, or it is invalid, which its own error says.
    return undefined
  }
}
