import { CHINESE } from './chinese.js'
import { ENGLISH } from './english.js'
import { FRENCH } from './french.js'
import { GERMAN } from './german.js'
import type { RuleLanguage } from './language.js'
import { SPANISH } from './spanish.js'

/** Every language that teaches rules, one a file. */
export const RULE_LANGUAGES: readonly RuleLanguage[] = [ENGLISH, GERMAN, FRENCH, SPANISH, CHINESE]
