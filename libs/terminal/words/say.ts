import { CHINESE } from './chinese.js'
import { ENGLISH } from './english.js'

export type WordKey = keyof typeof ENGLISH
/** Every text of one language. */
export type Words = Record<WordKey, string>
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
