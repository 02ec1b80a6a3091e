import { clausesOf } from '../stated/claims.js'
import { PLAIN_WORDS } from './plain_words.js'

/** A negation states what is not there: a row shows it only with the same words. */
const NEGATION =
  /(?<![\p{L}'])(?:no|not|never|none|nothing|nobody|neither|nor|without|cannot|lacks?|lacking|missing|\p{L}+n['’]t|nicht|kein\p{L}*|nie|niemals|ohne|pas|jamais|aucune?|sans|nunca|ningún|ninguna|sin|não|nunca|sem|non|mai|niente|senza|niet|geen|не|нет|ничего|без)(?![\p{L}])/iu
/** "nothing to commit": the negation with its next word. */
const NEGATED_PAIR =
  /(?<![\p{L}'])(?:no|not|never|none|nothing|without|cannot|lacks?|missing|\p{L}+n['’]t)\s+(?:(?:is|are|be|been|a|an|the|any|yet)\s+)*[\p{L}\p{N}_]+/giu
/** A search that found nothing. */
const EMPTY_RESULT =
  /\bno (?:matches|match|files? match\w*|results?|hits)\b|\b0 (?:matches|results?|hits)\b|\(no output\)/i
/** A sentence that says what the user may do or ask for. */
const OFFER =
  /(?<=^|[.!?:]\s+|\n)(?:you (?:can|could|may)|let me know|feel free|if you (?:want|need|would|'d)|would you like|to change (?:it|this|that))\b[^\n.!?]*[.!?]?/gi
const YES_OR_NO = /^\W*(?:yes|no)\W*$/i
const WORD = /[\p{L}][\p{L}\p{M}'’]*/gu
const SUFFIX = /(?:'s|’s|ations?|ations|ings?|ers?|ed|es|e|s)$/
const LEAST_STEM = 3

/** What was read, in a form that can be searched for words. */
export interface Source {
  /** The subject and the text of a row. */
  text: string
}

/**
 * The first words of an answer that no row holds; null: the rows hold all that it says.
 * @param topic  words that the answer may repeat from a question, which they presuppose
 */
export function firstUnheld(
  answer: string,
  sources: readonly Source[],
  topic: string,
): string | null {
  const text = sources.map((source) => source.text).join('\n')
  const held = new Set([...wordsOf(text), ...wordsOf(topic)].map(stemOf))
  const flat = ` ${flatten(text)} `
  const stated = answer.replace(/```[^\n]*\n?/g, '\n').replace(OFFER, ' ')
  for (const clause of clausesOf(stated)) {
    const plain = clause.replace(/`[^`\n]*`|"[^"\n]*"/g, ' ')
    // "No: quantity fails" says the rest.
    if (YES_OR_NO.test(plain)) continue
    if (NEGATION.test(plain) && !EMPTY_RESULT.test(text)) {
      const pairs = plain.match(NEGATED_PAIR) ?? [plain]
      const open = pairs.find((pair) => !flat.includes(` ${flatten(pair)} `))
      if (open !== undefined) return open
    }
    const unheld = wordsOf(plain).find((word) => isContent(word) && !held.has(stemOf(word)))
    if (unheld !== undefined) return unheld
  }
  return null
}

function flatten(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'’]+/gu, ' ')
    .trim()
}

/** Words with the parts of names such as `cartTotal`. */
function wordsOf(text: string): string[] {
  const parts = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/_/g, ' ')
  return [...(text.match(WORD) ?? []), ...(parts.match(WORD) ?? [])].map((word) =>
    word.toLowerCase(),
  )
}

function isContent(word: string): boolean {
  return [...word].length > 1 && !PLAIN_WORDS.has(word) && !NEGATION.test(word)
}

function stemOf(word: string): string {
  const stem = word.replace(SUFFIX, '')
  return stem.length >= LEAST_STEM ? stem.replace(/(.)\1$/, '$1') : word
}
