import { estimateTokens } from '#core'
import { isFileWord } from '../../words/file_words.js'
import { subjectWords } from '../../words/subject_words.js'
import { weightOf } from '../../words/weak_words.js'
import { meetsClause, taskFacts } from '../conditions/meets.js'
import { areasOfTask, touchesGoverned } from '../governs/governed.js'
import { type ReadRule, readRule } from '../read_rule.js'
import { kindOfTask } from '../task_kind.js'
import { FOLDERS } from './about_task.js'
import { LINE_TOKENS, type Rule } from './choose_rules.js'

/** What a result shows or changes. */
export interface ResultWords {
  /** The task that it is for: an answer changes nothing. */
  task: string
  /** The files that it shows or changes. */
  paths: readonly string[]
  /** What it shows of them, and what the call writes. */
  text: string
  /** It changes a file. */
  edits: boolean
}

/** What of a result is compared. */
interface Seen {
  paths: readonly string[]
  places: Words
  words: Words
  /** What the paths say that the files govern. */
  areas: ReadonlySet<number>
  /** What the shared words must count: a long text has some word of most rules. */
  least: number
}

/** A text beyond this is cut: it is a list, or data. */
const MOST_CHARS = 20_000
const PATH_CHARS = 500
/** With more different words a text needs two words of a rule. */
const LONG_WORDS = 200
/** A word of any file, in the text and in the path. */
const IN_TEXT = 0.25
const IN_PATH = 0.5
const MOST_OF_ANY = 0.75
/** Words with so many equal characters are forms of one. */
const FORM_CHARS = 6
/** A page for people has words of everything: only its path tells. */
const DOCUMENT = /\.(?:mdx?|rst|adoc|txt)$/iu

/**
 * The rules that a result concerns and the prompt does not show, best first, within what the shown ones leave of so many
 * tokens. A rule concerns a file by a word that few files have, by a condition that its path meets, or by what its path
 * says that it is about. The same input gives the same rules.
 * @param isShown  whether the prompt has a rule, by its words
 */
export function rulesOfResult(
  rules: readonly Rule[],
  result: ResultWords,
  { isShown, tokens }: { isShown: (text: string) => boolean; tokens: number },
): Rule[] {
  const missing = rules.filter(({ text }) => !isShown(text))
  if (missing.length === 0 || result.paths.length === 0) return []
  if (!result.edits && kindOfTask(result.task) === 'answer') return []
  const seen = seenIn(result)
  const scored = missing
    .map((rule) => ({ rule, score: scoreOf(readRule(rule.text), rule.text, seen) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.rule.text < b.rule.text ? -1 : 1))
  const shown = rules.filter((rule) => !missing.includes(rule))
  let left = tokens - shown.reduce((sum, { text }) => sum + costOf(text), 0)
  return scored.flatMap(({ rule }) => {
    const cost = costOf(rule.text)
    if (cost > left) return []
    left -= cost
    return [rule]
  })
}

function costOf(text: string): number {
  return estimateTokens(text) + LINE_TOKENS
}

function seenIn({ paths: all, text }: ResultWords): Seen {
  const paths = all.map((path) => path.slice(-PATH_CHARS))
  const isPage = paths.every((path) => DOCUMENT.test(path))
  const found = isPage ? new Set<string>() : wordsIn(text.slice(0, MOST_CHARS))
  return {
    paths,
    places: toWords(wordsIn(paths.join(' '))),
    words: toWords(found),
    areas: isPage ? new Set() : areasOfTask({ text: '', near: paths, kind: 'code' }),
    least: found.size > LONG_WORDS ? 2 : 1,
  }
}

/** How much a result has of a rule; 0 where it does not concern it. */
function scoreOf(rule: ReadRule, text: string, seen: Seen): number {
  const { clause, kinds, except, areas } = rule
  const facts = taskFacts({ text: '', near: seen.paths, paths: [], kind: 'code' })
  if (except !== null && meetsClause(except.clause, except.kinds, facts) === 'yes') return 0
  const holds = clause === null ? null : meetsClause(clause, kinds, facts)
  // "In tests, …": a file of another kind does not meet it, unless it has the words of the condition.
  if (holds === 'no' && clause?.form === 'opening') {
    const said = [...subjectWords(clause.text)].filter((word) => countOf(word, IN_TEXT) === 1)
    if (!said.some((word) => seen.words.has(word) || seen.places.has(word))) return 0
  }
  const words = ownWords(rule, text)
  const byPath = sumOf(words.filter(seen.places.has), IN_PATH)
  const byText = sumOf(
    words.filter((word) => seen.words.has(word) && !seen.places.has(word)),
    IN_TEXT,
  )
  const touches = touchesGoverned(areas, seen.areas) === true
  const isNear = byPath >= 1 || byPath + byText >= seen.least
  if (holds !== 'yes' && !isNear && !touches) return 0
  return byPath * 2 + byText + (holds === 'yes' ? 1 : 0) + (touches ? 1 : 0)
}

/** The words of a rule, also as code has them that is written in plain letters: `zaehler` for `Zähler`. */
function ownWords({ own }: ReadRule, text: string): string[] {
  if (!/[äöüß]/iu.test(text)) return [...own]
  const plain = text
    .toLowerCase()
    .replace(/[äöü]/gu, (letter) => `${letter.normalize('NFD').charAt(0)}e`)
    .replaceAll('ß', 'ss')
  return [...new Set([...own, ...subjectWords(plain)])]
}

/** Many words of any file are no word of this one. */
function sumOf(words: readonly string[], ofAnyFile: number): number {
  const counts = words.map((word) => countOf(word, ofAnyFile))
  const ofThis = counts.filter((count) => count > ofAnyFile)
  const ofAny = counts.filter((count) => count <= ofAnyFile)
  return total(ofThis) + Math.min(MOST_OF_ANY, total(ofAny))
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Numbers and the folders of every project say nothing. */
function countOf(word: string, ofAnyFile: number): number {
  if (/^\p{N}+$/u.test(word) || FOLDERS.has(word)) return 0
  return isFileWord(word) ? ofAnyFile : weightOf(word)
}

/** The words of names too: `unitPrice`, `unit_price`, `HTTPServer`. Each is read once, so that a long text costs little. */
function wordsIn(text: string): Set<string> {
  const apart = text
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
  return subjectWords([...new Set(apart.match(/[\p{L}\p{N}]+/gu))].join(' '))
}

interface Words {
  /** Whether there is a word or one that begins like it. */
  has(word: string): boolean
}

function toWords(words: ReadonlySet<string>): Words {
  const begins = new Set<string>()
  for (const word of words) if (word.length >= FORM_CHARS) begins.add(word.slice(0, FORM_CHARS))
  const isForm = (word: string) =>
    word.length >= FORM_CHARS && begins.has(word.slice(0, FORM_CHARS))
  return { has: (word) => words.has(word) || isForm(word) }
}
