import { PLAIN_WORDS } from '../answers/plain_words.js'
import { statedClauses } from '../content/stated_clauses.js'
import { MEASURES } from '../content/unmeasured.js'
import type { Standing } from '../facts/types.js'
import { addedLines, removedLines, shownText, testTexts } from '../held/evidence.js'
import { claimsPass } from '../stated/claims.js'
import { LANGUAGES } from '../words/glossary.js'
import { inEnglish } from '../words/in_english.js'
import { PLAIN_ENGLISH } from '../words/plain_english.js'
import { FREE_WORDS, prefixOf } from './free_words.js'
import { MEANINGS } from './meanings.js'
import { SIGNS } from './signs.js'

/** Code, quotes, paths and calls: the law of marks compares them. */
const DATA = /`[^`\n]{0,200}`|"[^"\n]{0,200}"|“[^”\n]{0,200}”|\S*[/.]\w\S*|\S*[()]\S*/g
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?/gu
const SPEED = /^(?:speed|quick|time|memor|latency|throughput|performan|benchmark)/
/** "Done." in any language. */
const EXCLAMATION = /^\p{Lu}\p{L}*[.!:]*$/u
/** It does more than was asked for: a sign of the repair shows nothing of that. */
const MORE =
  /\b(?:also|as well(?! as)|additionally|likewise|equally)\b|\btoo(?=\W*$|\W+(?:now|and)\b)/i
/** What data has, which more of the same may be said of. */
const OF_DATA =
  /^(?:numbers?|amounts?|counts?|totals?|files?|lists?|names?|types?|keys?|letters?|texts?|items?|elements?|entry|entries|fields?|clos\w*|open\w*|warnings?|documentation|readme|changelog|configuration|settings?|options?|users?|pages?)$/
/** A number in words is shown by its digits. */
const NUMBERS: Readonly<Record<string, RegExp>> = {
  zero: /\b0\b|\bnil\b/,
  hundred: /\b100\b/,
  thousand: /\b1[_,]?000\b/,
}
/** How the code was, and what it lacked: a cause in the words of the one who found it. */
const OLD =
  /\b(?:used to|until now|so far|formerly|had been|(?:forgot|failed|neglected|omitted|was meant|was supposed) to|(?:did|was|were|had|could)(?: not|n['’]t) (?!touch|chang|edit|break|affect))\b/i
/** The same in every language. */
const CODE_WORD =
  /^(?:null|undefined|nil|nan|async|mutex|thread\w*|timeout|cache|regex|json|unicode|emojis?|tabs?|tokens?)$/i
/** One letter; "the other way round". */
const ASCII = /^(?:[a-z]|round)$/

const SHOWN = [...SIGNS, ...MEANINGS]

/** A sentence with a word that nothing of a task has. */
interface Unheld {
  clause: string
  word: string
}

/**
 * The first clause of an end with a word that no change, no row, no test, no name of the project and no word of the task
 * has, that is none of the words of work (FREE_WORDS), and that no sign of a changed line can mean (SIGNS); null: there is none.
 */
export function unheldWord(
  standing: Standing,
  { summary, original = summary }: { summary: string; original?: string },
): Unheld | null {
  // In another language only what the glossary put into English is read.
  const foreign = original === summary ? '' : original.toLowerCase()
  const isOpen = opener(standing)
  for (const clause of statedClauses(asStatement(summary))) {
    if (claimsPass(clause) || EXCLAMATION.test(clause) || OLD.test(clause)) continue
    if (foreign === '' && isForeign(clause)) continue
    const words = clause.replace(DATA, ' ').match(WORD) ?? []
    const isRead = (one: string) =>
      foreign === '' ||
      CODE_WORD.test(one) ||
      !(foreign.includes(one.toLowerCase()) || /['’]/.test(one))
    const isMore = MORE.test(clause)
    const word = words.find((one) => isRead(one) && isOpen(one, isMore))
    if (word !== undefined) return { clause, word }
  }
  return null
}

function opener(standing: Standing): (word: string, isMore: boolean) => boolean {
  const changed = standing.changes.flatMap((one) => [...addedLines(one), ...removedLines(one)])
  const lines = changed.join('\n')
  let known: string | null = null
  // Each distinct word is searched for once: an end may have thousands of words, and a changed file a million letters.
  const answers = new Map<string, boolean>()
  return (word, isMore) => {
    const key = isMore ? `${word} more` : word
    const answer = answers.get(key) ?? isOpen(word, isMore)
    answers.set(key, answer)
    return answer
  }

  function isOpen(word: string, isMore: boolean): boolean {
    const small = word.toLowerCase()
    if (isMore && OF_DATA.test(small))
      return !hasPrefix(`${lines}\n${standing.asked}`.toLowerCase(), prefixOf(small))
    if (ASCII.test(small) || PLAIN_ENGLISH.has(small) || PLAIN_WORDS.has(small)) return false
    if (FREE_WORDS.has(prefixOf(small))) return false
    if (!isMore && SHOWN.some(([said, shown]) => said.test(small) && shown.test(lines)))
      return false
    known ??= knownText(standing)
    if (hasPrefix(known, prefixOf(small)) || NUMBERS[small]?.test(known)) return false
    if (SPEED.test(small) && MEASURES.test(known)) return false
    return standing.filesNaming(word).length === 0
  }
}

/** What a task shows, in small letters and with the parts of names apart. */
function knownText(standing: Standing): string {
  const { asked } = standing
  const text = [asked, inEnglish(asked), shownText(standing), ...testTexts(standing)].join('\n')
  return `${text}\n${text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')}`.toLowerCase()
}

function hasPrefix(text: string, prefix: string): boolean {
  for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1))
    if (at === 0 || !/\p{L}/u.test(text[at - 1] ?? '')) return true
  return false
}

const OTHERS = '(?<!\\b(?:you|users?|we|i|one|nobody|nothing) )'
const CAN = `${OTHERS}\\bcan(?: (?:now|also|safely|therefore|even))?`

/** "It can be shared without a lock" and "avoids a copy" say how something is; "can", "without" and "avoids" deny elsewhere. */
function asStatement(summary: string): string {
  return summary
    .replace(CAVEAT, '$1')
    .replace(new RegExp(`${CAN} be\\b`, 'gi'), 'is')
    .replace(new RegExp(`${CAN} (?!not\\b)`, 'gi'), 'does ')
    .replace(/\bwithout\b/gi, 'with')
    .replace(/\bavoids\b/gi, 'does')
    .replace(/\b(?:for the first|at the same|each|every|at a) time\b/gi, 'once')
}

/** What the end warns of claims no more than the evidence. */
const CAVEAT =
  /(^|[.!?]\s+|\n)[^\w\n.!?]*(?:(?:one|a|my|small|another|two) )*(?:remarks?|caveats?|limitations?|warnings?|cautions?|things? to know|be aware|careful)\b[^.!?\n]*[.!?]?/gi

/** Words of another language of the glossary stayed in it. */
function isForeign(clause: string): boolean {
  return LANGUAGES.some(({ markers }) => (clause.match(markers)?.length ?? 0) > 0)
}
