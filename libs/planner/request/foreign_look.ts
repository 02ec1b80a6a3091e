import { LOOK_WORDS } from './look_words.js'
import { REQUEST_WORDS } from './request_words.js'

/** Shorter beginnings are whole words. */
const STEM_CHARS = 4
const POLITE = /^(?:bitte|s'il (?:te|vous) plaît|por favor|und|dann|et|puis|y|luego)[,\s]+/iu
/** Words in front of the verb of a clause. */
const CLAUSE_LEAD =
  /^(?:(?:dann|danach|anschließend|bitte|und|et|puis|ensuite|y|luego|después|por favor)\s+)+/iu
/** A noun and no order: "Bewertung fehlt", "Critique : …"; an order that makes sure of something: "Mira que …". */
const NO_LOOK =
  /^(?:\p{L}+ung(?:en)?(?!\p{L})|\p{L}+\s*:|\p{L}+(?: zu)?,? (?:que|qu'|dass|daß)(?!\p{L}))/iu
/** An answer that goes into a file. */
const STORED = /[\s`"'](?:README|CHANGELOG|[\w./-]+\.(?:md|txt|rst|adoc|html))(?!\w)/u
/** French articles and pronouns that are one word with the next. */
const ELIDED = /^(?:l|d|qu|s|c)['’]/u
/** German verbs that order nothing: `behebt`, `beheben`. */
const NO_ORDER = /(?:t|en)$/u

const LANGUAGES = Object.entries(LOOK_WORDS).map(([name, words]) => ({
  ...words,
  isGerman: name === 'German',
  look: words.look.split(' '),
  read: words.read.split(' '),
  ask: `${words.ask} ${REQUEST_WORDS[name]?.ask ?? ''}`.split(' '),
  work: (REQUEST_WORDS[name]?.work ?? '').split(' '),
  goesOn: words.goesOn.split(' '),
}))
type Language = (typeof LANGUAGES)[number]

/**
 * What a German, French or Spanish sentence asks for that begins with an inspection or a question, by all its clauses: "Prüfe
 * den Parser und sag, was falsch ist" asks for an answer, "… und behebe ihn" for work. null: it begins in another way, or
 * a clause begins with a word that nobody here knows.
 */
export function foreignLook(sentence: string): 'work' | 'answer' | null {
  const text = sentence.trim().replace(POLITE, '')
  for (const language of LANGUAGES) {
    const read = readClauses(text, language)
    if (read !== null) return read
  }
  return null
}

function readClauses(text: string, language: Language): 'work' | 'answer' | null {
  const isPhrase = language.phrase.test(text)
  const [head = '', ...later] = text.split(language.and)
  const first = firstWord(head)
  const isNoLook = NO_LOOK.test(text)
  const isLook = isPhrase || (!isNoLook && matches(first, language.look))
  const isRead = !isNoLook && matches(first, language.read)
  const isAsked = matches(first, language.ask)
  if (ordersIt(first, language)) return 'work'
  if (!isLook && !isRead && !isAsked) return null
  const isHow = language.how.test(text)
  const kinds = later.map((clause) => kindOf(clause, language, isHow))
  if (kinds.includes('work')) return 'work'
  if (isAsked && !isLook) return null
  if (kinds.includes('unknown')) return null
  return isLook || kinds.includes('ask') ? 'answer' : null
}

function kindOf(part: string, language: Language, isHow: boolean) {
  const clause = part.trim().replace(CLAUSE_LEAD, '')
  const word = firstWord(clause)
  if (language.says.test(clause) || matches(word, language.ask))
    return STORED.test(clause) ? 'unknown' : 'ask'
  if (ordersIt(word, language)) return 'work'
  if (language.goesOn.includes(word) || ELIDED.test(word) || matches(word, language.look))
    return 'rest'
  const orders = matches(word, language.work) && !(language.isGerman && NO_ORDER.test(word))
  return orders && !isHow ? 'work' : 'unknown'
}

function ordersIt(word: string, { ordersIt: form, ask, goesOn }: Language): boolean {
  return form?.test(word) === true && !matches(word, ask) && !goesOn.includes(word)
}

function firstWord(clause: string): string {
  const [word = ''] = clause
    .trim()
    .toLowerCase()
    .replace(CLAUSE_LEAD, '')
    .split(/[^\p{L}\p{M}'-]+/u)
  return word
}

function matches(word: string, stems: readonly string[]): boolean {
  return stems.some((stem) => word === stem || (stem.length >= STEM_CHARS && word.startsWith(stem)))
}
