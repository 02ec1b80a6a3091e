import type { AircoderError } from '#core'
import { ENGLISH, type Words } from './english.js'

/** Languages that the interface has. */
export type Language = 'en' | 'zh'
export type WordKey = keyof Words

/** The texts of the interface in one language. */
export interface Say {
  /** A text with its facts in their places. A fact is never read as a placeholder. */
  (key: WordKey, facts?: Record<string, string | number>): string
  language: Language
  /** Printed lines of the program, which are written in English: those that the tables have, in this language. */
  lines(text: string): string
  /** A clause, a label or a reason of the program, as `lines`. */
  part(text: string): string
  /** The help line of a slash command of ours. */
  help(command: { name: string; help: string }): string
  error(error: AircoderError): { message: string; hint: string }
}

/** English: the texts as the program has them. */
export const sayEnglish: Say = Object.assign(fillFrom(ENGLISH), {
  language: 'en' as const,
  lines: (text: string) => text,
  part: (text: string) => text,
  help: ({ help }: { help: string }) => help,
  error: ({ message, hint }: AircoderError) => ({ message, hint }),
})

/** Fills the texts of a table. */
export function fillFrom(words: Words) {
  return (key: WordKey, facts: Record<string, string | number> = {}) =>
    words[key].replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))
}
