import type { Settings } from '#core'
import { readLanguage, type Say, sayIn } from '#terminal'

/** The texts of the interface, in the language of the settings or of the environment. */
export function sayFor({ language }: Pick<Settings, 'language'>): Say {
  return sayIn(languageOf({ language }))
}

/** The language of the settings or of the environment. */
export function languageOf({ language }: Pick<Settings, 'language'>): 'en' | 'zh' {
  return readLanguage(language, process.env)
}
