import type { Settings } from '#core'
import { loadSay, type Say } from '#terminal'
import { earlyLanguage } from './early_language.js'
import { readLanguage } from './read_language.js'

/** The texts of the interface, in the language of the settings or of the environment. */
export function sayFor({ language }: Pick<Settings, 'language'>): Promise<Say> {
  return loadSay(readLanguage(language, process.env))
}

/** The texts of help and errors. */
export function sayEarly(): Promise<Say> {
  return loadSay(earlyLanguage(process.env))
}
