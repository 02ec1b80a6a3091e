import { CHINESE } from './chinese.js'
import { CHINESE_HELPS } from './chinese_helps.js'
import { ENGLISH, type Words } from './english.js'

export type WordKey = keyof Words
export type Language = 'en' | 'zh'

/** A text with its facts in their places. */
export type Say = (key: WordKey, facts?: Record<string, string | number>) => string

export const LANGUAGES: Record<Language, Words> = { en: ENGLISH, zh: CHINESE }

/** The texts of a language. A fact is never read as a placeholder. */
export function sayIn(language: Language): Say {
  const words = LANGUAGES[language]
  return (key, facts = {}) =>
    words[key].replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))
}

/** The help line of a slash command in a language; of a command that a person added, its own. */
export function helpIn(language: Language, { name, help }: { name: string; help: string }): string {
  return language === 'zh' ? (CHINESE_HELPS[name] ?? help) : help
}

/** English, where nobody chose. */
export const sayEnglish: Say = sayIn('en')

/**
 * The language of the interface.
 * @param setting  `auto`: by LC_ALL, else LC_MESSAGES, else LANG, as programs of a POSIX system choose it
 */
export function readLanguage(
  setting: Language | 'auto',
  env: Record<string, string | undefined>,
): Language {
  if (setting !== 'auto') return setting
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return /^zh(?:[_.-]|$)/i.test(locale) ? 'zh' : 'en'
}
