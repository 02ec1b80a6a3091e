import { PRINTERS } from '../facts/printers.js'
import type { Row, Standing } from '../facts/types.js'
import { clausesOf } from '../stated/claims.js'
import { shownCounts, unreadNumber } from './answer_numbers.js'
import { unheldExpression } from './expressions.js'
import { firstUnheld } from './held_words.js'

/** Kinds of rows that a call read from the outside. */
const READS = new Set(['file_read', 'shell_output', 'symbol_lookup', 'test_result', 'web_page'])
/** What an answer takes from a source: code, quotes, paths, numbers, names with an inner capital, dot or underscore. */
const SPECIFIC =
  /`([^`\n]{2,80})`|"([^"\n]{3,80})"|“([^”\n]{3,80})”|\b([\w-]+(?:\/[\w.-]+)+)\b|\b([\w-]+\.\w{1,5})\b|\b([a-z]+[A-Z]\w+|\w+_\w+)\b|\b(\d{2,}(?:\.\d+)*)\b/g
/** The question presupposes its words: "which port does the server use?". */
const OPEN_QUESTION =
  /(?:^|[.!?\n]\s*)(?:please )?(?:what|which|where|who|whose|when|how|why|list|show|name|find|count|tell|give|explain|describe|summari[sz]e)\b|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]|\b(?:was|wie|wo|welche\p{L}*|wer|quel\p{L}*|que|quoi|où|comment|qué|cuál|dónde|cómo|qual\p{L}*|onde|dove|come|cosa|wat|waar|welke|jaki\p{L}*|gdzie|co)(?!\p{L})/iu
/** What is true of an answer in words of its own: nothing contradicts it, and nothing shows it. */
const UNCHECKED = 'an answer in other words than what was read cannot be checked'
/** A bare yes or no says nothing that a row could hold. */
const BARE =
  /^\W*(?:yes|no|yep|nope|true|false|correct|right|ja|nein|oui|non|sí|si|no|sim|não|да|нет|はい|いいえ|是|不是)\W*$/i

/** What is missing for an answer. */
export interface Missing {
  reason: string
  /** Something was read, and no name or number of the answer is missing in it: other words may say the same. */
  isParaphrase: boolean
}

/** Why the rows do not hold an answer; null when they do. */
export function groundsOf(
  standing: Standing,
  cites: readonly string[] | null,
  answer: string,
): Missing | null {
  const sources = sourcesOf(standing, cites)
  if (sources.length === 0)
    // The text below the question is its subject, such as a piped log.
    return /\n\s*\S/.test(standing.asked.trim())
      ? paraphrase('nothing but the message was read for this answer')
      : named('nothing was read for this answer')
  const texts = sources.map((row) => ({
    row,
    text: `${row.subject}\n${standing.textOf(row.id)}${verdictOf(row)}`,
  }))
  const counts = shownCounts(answer, texts)
  const specifics = specificsOf(answer).filter((item) => !counts.has(item))
  const missing = specifics.find((item) => !texts.some((source) => holds(source, item)))
  const topic = OPEN_QUESTION.test(standing.asked) ? standing.asked : ''
  if (missing !== undefined && !topic.includes(missing)) return named(unread(missing))
  const turned = unheldExpression(
    answer,
    texts.map(({ text }) => text),
  )
  if (turned !== null && !standing.asked.includes(turned)) return named(unread(turned))
  const number = unreadNumber(answer, texts, standing.asked)
  if (number !== null) return named(number)
  if (BARE.test(answer)) return paraphrase('nothing that was read says yes or no')
  const far = numbersOf(answer).find(
    (item) => !counts.has(item) && !texts.some(({ text }) => isBeside(item, answer, text)),
  )
  if (far !== undefined) return named(`nothing that was read says what ${far} is`)
  const unheld = firstUnheld(answer, texts, [topic, ...counts.values()].join(' '))
  if (unheld !== null) return paraphrase(`${unread(unheld)}; ${UNCHECKED}`)
  const isShown = /\p{L}{4}/u.test(answer) || holdsShortWord(answer, texts)
  return specifics.length > 0 || counts.size > 0 || cites !== null || isShown
    ? null
    : paraphrase('the answer has no word that can be searched for in what was read')
}

/** What the answer says and no row has. */
function unread(what: string): string {
  return `no file or output that was read contains ${JSON.stringify(what)}`
}

function named(reason: string): Missing {
  return { reason, isParaphrase: false }
}

function paraphrase(reason: string): Missing {
  return { reason, isParaphrase: true }
}

/** Words of three letters that say nothing by themselves. */
const EMPTY_WORDS =
  /^(?:the|and|for|but|nor|not|its|was|are|has|had|can|may|did|you|yes|now|all|any|our|out|who|why|how|let|got|get|see|say)$/

/** A short answer, such as `It is one.`: a word of three letters is in a row by itself. */
function holdsShortWord(answer: string, texts: readonly { text: string }[]): boolean {
  const words = (answer.toLowerCase().match(/(?<!\p{L})\p{L}{3}(?!\p{L})/gu) ?? []).filter(
    (word) => !EMPTY_WORDS.test(word),
  )
  return words.some((word) =>
    texts.some(({ text }) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu').test(text)),
  )
}

/** A test run shows its verdict, whatever its output says. */
function verdictOf({ kind, facts }: Row): string {
  if (kind !== 'test_result' || typeof facts.passed !== 'boolean') return ''
  if (!facts.passed) return '\nfails failure'
  return facts.scope === 'part' ? '\npasses' : '\npasses works green ok succeeds'
}

function numbersOf(answer: string): string[] {
  return [...answer.matchAll(/(?<![\w.])\d{2,}(?:\.\d+)*(?![\w])/g)].map(([item]) => item)
}

/** A number is in one line, or in one part of it, with a word that the answer gives it. */
function isBeside(item: string, answer: string, text: string): boolean {
  const [clause = answer] = clausesOf(answer).filter((one) => one.includes(item))
  const words = (clause.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5))
  const known = words.filter((word) => text.toLowerCase().includes(word))
  if (known.length === 0) return text.includes(item)
  return text
    .toLowerCase()
    .split(/[\n,;]/)
    .some((part) => part.includes(item) && known.some((word) => part.includes(word)))
}

/** The cited rows, or for an end in text every row of this task; rows that the model printed itself do not count. */
function sourcesOf(standing: Standing, cites: readonly string[] | null): Row[] {
  const own = standing.rows.filter(({ kind }) => READS.has(kind))
  if (cites === null) return own
  const cited = cites.flatMap((id) => {
    const row = standing.find(id)
    return row === null || row === 'foreign' || !READS.has(row.kind) ? [] : [row]
  })
  return cited.length === 0
    ? []
    : [...new Map([...cited, ...own].map((row) => [row.id, row])).values()]
}

function specificsOf(answer: string): string[] {
  return [...answer.matchAll(SPECIFIC)]
    .map((match) => (match.slice(1).find(Boolean) ?? '').trim())
    .filter(Boolean)
}

function holds({ row, text }: { row: Row; text: string }, item: string): boolean {
  const plain = item
    .replace(/^\.\//, '')
    .replace(/[(){};:,]+$/g, '')
    .toLowerCase()
  const isPrinted =
    row.kind === 'shell_output' &&
    PRINTERS.test(row.subject) &&
    row.subject.toLowerCase().includes(plain)
  if (isPrinted) return false
  return text.toLowerCase().includes(plain)
}
