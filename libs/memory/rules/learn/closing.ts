import { findRules } from './find_rules.js'

/** Longer closings are no closings. */
const CLOSING_CHARS = 60
/** "…, remember it.", "…, merke dir das.", "…, souviens-toi.", "…, recuérdalo.", "…，记住。" */
const CLOSING = new RegExp(
  String.raw`\s*[,;–—，；]\s*(?:(?:and|so|please|und|also|bitte|et|donc|y|por favor|请|請)[ ,]*){0,3}(?:${[
    'remember(?: (?:it|this|that))?',
    'memori[sz]e (?:it|this|that)',
    'keep (?:it|this|that) in mind',
    "(?:don'?t|do not) forget(?: (?:it|this|that))?",
    'merke? (?:dir )?(?:das|dies)',
    'merke? (?:es )?dir',
    'denke? daran',
    'vergiss (?:das |es )?nicht',
    "souviens[- ]t(?:oi|'en)",
    'retiens(?:[- ]le| (?:ça|cela|bien))?',
    "n'oublie pas(?: (?:ça|cela))?|ne l'oublie pas",
    'recu[eé]rda(?:lo)?(?: (?:esto|eso))?',
    'no (?:lo )?olvides(?: (?:esto|eso))?',
    '(?:记住|記住|牢记|牢記|别忘了|別忘了)(?:了|它|这点|這點|这一点|這一點|这个|這個)?',
  ].join('|')})(?:,? (?:please|bitte|from now on))?[.!。！\\s]*$`,
  'iu',
)

/**
 * A rule as a prompt shows it: without the closing that asked to remember it. The closing stays where the rest alone would be
 * no rule: in "When the user picks a language, remember it" it is what the rule asks for.
 */
export function withoutClosing(text: string): string {
  const from = Math.max(0, text.length - CLOSING_CHARS)
  const closing = CLOSING.exec(text.slice(from))
  if (closing === null) return text
  const rest = text.slice(0, from + closing.index)
  const mark = /[.!。！]\s*$/.exec(text)?.[0].trim() ?? ''
  const shown = `${rest}${mark}`
  const [rule, ...more] = findRules(shown).rules
  return rule?.quote === shown && more.length === 0 ? shown : text
}
