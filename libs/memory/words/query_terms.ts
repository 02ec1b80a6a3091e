import { UNSPACED } from './index_text.js'
import { otherForms } from './number_forms.js'

/** One word of a query. */
export interface QueryTerm {
  /** As FTS5 reads it: quoted strings, one for each form of the word. */
  match: string
  /** The word and its forms that the index takes for other words: `index`, `indices`. */
  forms: readonly string[]
  /** The forms without their endings, in lower case, to count them in a text. */
  stems: readonly string[]
}

/** Words that are in most questions, whatever their subject. */
const STOP = new Set(
  `a about after all also am an and any are as at be because been before being both but by can could did do does doing
  during each else for from had has have having he her here hers him his how i if in into is it its just like me more most
  my no nor not of off on once only or other our out over own per please s same she should so some such t than that the
  their them then there these they this those through to too under until up us very was we were what when where which
  while who whom whose why will with would you your yours many much ever tell`.split(/\s+/),
)
/** A longer query is a document; its first words say what it is about. */
const MOST_TERMS = 32
const WORD = /[\p{L}\p{N}]+/gu

/**
 * The words of a query, each once. Stop words are left out unless there is nothing else.
 * A run of a script without spaces becomes its pairs of characters, each a phrase.
 */
export function queryTerms(query: string): QueryTerm[] {
  const words = [...query.normalize('NFC').matchAll(WORD)].flatMap(([word]) => partsOf(word))
  const telling = words.filter((word) => !STOP.has(word))
  const chosen = [...new Set(telling.length > 0 ? telling : words)].slice(0, MOST_TERMS)
  const terms = chosen.map(termOf)
  // `index` and `indices` in one query are one word.
  const isFirst = ({ match }: QueryTerm, at: number) =>
    terms.findIndex((one) => one.match === match) === at
  return terms.filter(isFirst)
}

function termOf(word: string): QueryTerm {
  const forms = otherForms(word).sort()
  const match = forms.map((form) => `"${form}"`).join(' OR ')
  const stems = [...new Set(forms.map(stemOf))]
  return { match: forms.length === 1 ? match : `(${match})`, forms, stems }
}

function partsOf(word: string): string[] {
  if (!UNSPACED.test(word)) return [word.toLowerCase()]
  const signs = [...word]
  if (signs.length === 1) return signs
  return signs.slice(1).map((sign, at) => `${signs[at]} ${sign}`)
}

/** Cuts the common endings of English. Rough: the index itself stems by Porter's rules. */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ingly|edly|ings?|ations?|ed|ies|es|ly|s|y|e)$/, '')
  return stem.length >= 3 ? stem : word
}
