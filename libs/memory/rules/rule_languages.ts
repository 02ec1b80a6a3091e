import { CHINESE } from './languages/chinese.js'
import { ENGLISH } from './languages/english.js'
import { FRENCH } from './languages/french.js'
import { GERMAN } from './languages/german.js'
import type { RuleLanguage } from './languages/language.js'
import { SPANISH } from './languages/spanish.js'

/** Every language that teaches rules, one a file. */
export const RULE_LANGUAGES: readonly RuleLanguage[] = [ENGLISH, GERMAN, FRENCH, SPANISH, CHINESE]
