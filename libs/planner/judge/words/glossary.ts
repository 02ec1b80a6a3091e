import { CHINESE } from './languages/chinese.js'
import { FRENCH } from './languages/french.js'
import { GERMAN } from './languages/german.js'
import { ITALIAN } from './languages/italian.js'
import type { Language } from './languages/language.js'
import { PORTUGUESE } from './languages/portuguese.js'
import { SPANISH } from './languages/spanish.js'

/** Every language that is put into English before it is judged, one a file. */
export const LANGUAGES: readonly Language[] = [
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  CHINESE,
]
