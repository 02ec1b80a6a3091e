import { LANGUAGES } from './glossary.js'
import type { Language } from './languages/language.js'

const PLAIN = /^[\x20-\x7e\n]*$/
/** "I have the README updated", "it is to production deployed": the order of a German sentence. */
const VERB_LAST =
  /\b(I have|we have|is|are|was|were) ((?:(?!\b(?:and|but|is|are|was|were)\b)[^.;!?,])*?)\s*\b(updated|added|fixed|changed|removed|created|written|renamed|replaced|implemented|tested|pushed|committed|deployed|published|restarted|installed|sent|documented|done|validated|checked|handled|moved|extracted|extended|executed|cached)\b/g

/** "… and three new tests added." */
const VERB_AT_END =
  /\b(and) ((?:(?!\b(?:and|but|is|are|was|were)\b)[^.;!?,])+?)\s+(updated|added|fixed|changed|removed|created|written|renamed|replaced|implemented|tested|documented|moved|extracted)\b(?=\s*(?:[.;!,]|$))/g

/**
 * A text with the words about work in English, sentence by sentence, so that one set of laws reads every language of
 * the glossary. English sentences and all other words stay as they are.
 */
export function inEnglish(text: string): string {
  const whole = languageOf(text)
  return text
    .split(/(?<=[.!?;:])(?=\s)|(?<=[。！？；])|(?<=\n)/)
    .map((sentence) => translated(sentence, languageOf(sentence) ?? fallbackOf(sentence, whole)))
    .join('')
}

/** What a sentence is in English, read as each language of the glossary in turn. */
export function* readings(sentence: string): Generator<string> {
  for (const language of LANGUAGES) yield translated(sentence, language)
}

/** An English sentence in a text of another language. */
const ENGLISH =
  /\b(?:the|this|that|is|are|was|were|has|have|and|of|it|i|we)\b[^\n]*\b(?:the|a|an|to|this|that|is|are|was|were|has|have|been|and|of|it|now|all|in|for|by)\b/i

/** A short sentence has too few words of its own: it is in the language of its text. */
function fallbackOf(sentence: string, whole: Language | null): Language | null {
  return whole === null || ENGLISH.test(sentence) ? null : whole
}

function translated(sentence: string, language: Language | null): string {
  if (language === null) return sentence
  const [space = ''] = /^\s*/.exec(sentence) ?? []
  let text = sentence
  for (const [source, english] of language.words()) text = text.replace(source, english)
  text = text
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/ ([.,])/g, '$1')
    .trimStart()
  return (
    space +
    (language.verbLast === true
      ? text.replace(VERB_LAST, '$1 $3 $2').replace(VERB_AT_END, '$1 $3 $2')
      : text)
  )
}

function languageOf(sentence: string): Language | null {
  const counted = LANGUAGES.map((language) => ({
    language,
    count: sentence.match(language.markers)?.length ?? 0,
    special: !PLAIN.test(sentence) && language.letters.test(sentence),
  }))
  const best = counted.reduce((a, b) => (weight(b) > weight(a) ? b : a))
  return weight(best) >= 2 ? best.language : null
}

function weight({ count, special }: { count: number; special: boolean }): number {
  return count + (special ? 1.5 : 0)
}
