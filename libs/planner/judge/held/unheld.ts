import { hasName } from '../../items/names.js'
import { complainedErrors } from '../content/complained_errors.js'
import { statedClauses } from '../content/stated_clauses.js'
import { onlyComments } from '../facts/comments.js'
import { isDocument } from '../facts/documentation.js'
import { provingTest } from '../facts/test_rows.js'
import type { Standing } from '../facts/types.js'
import { isSameFile } from '../stated/named_paths.js'
import { inEnglish } from '../words/in_english.js'
import { conceptsOf } from './concepts.js'
import { shownText, testTexts, textBefore, turnedGreen } from './evidence.js'
import { isMute } from './is_mute.js'
import { hasNumber, type Marked, markedIn } from './marked_words.js'

/** What the user may do: it names what may come. */
const ADVICE = /^\W*(?:to )?(?:run|use|start|try|call|see)\b|\bplease (?!note)/i
/** What the user may read: a file of it has to be there. */
const SEE = /^\W*see\b/i

/** A name, a number, a file or a quote of an end that nothing of this task shows; null: everything is shown. */
export function unheldMark(standing: Standing, summary: string): string | null {
  const shown = shownText(standing)
  // A whole run shows which values the tests compare.
  const tests = provingTest(standing) === null ? [] : testTexts(standing)
  const values = [shown, ...tests].join('\n')
  const small = shown.toLowerCase()
  // Where a failing test passes now, that shows what the task asked for.
  const free = turnedGreen(standing) ? standing.asked.toLowerCase() : ''
  // In other languages every noun may have a capital.
  const english = inEnglish(standing.asked) === standing.asked ? standing.asked : ''
  for (const clause of statedClauses(summary)) {
    const all = markedIn(clause, english)
    const files = SEE.test(clause) ? all.filter(({ kind }) => kind === 'file') : []
    const marks = ADVICE.test(clause) ? files : all
    const open =
      marks.find((mark) => !isHeld(mark, { shown, values, small, free }, standing)) ??
      misplaced(marks, standing)
    if (open !== undefined) return open.text
  }
  return null
}

interface Shown {
  shown: string
  /** The same with the tests that passed. */
  values: string
  /** The same in small letters. */
  small: string
  /** Words that need not be shown. */
  free: string
}

function isHeld(
  { kind, text }: Marked,
  { shown, values, small, free }: Shown,
  standing: Standing,
): boolean {
  const word = text.toLowerCase()
  if (kind === 'exact') return shown.includes(text)
  if (kind === 'number') return hasNumber(`${values}\n${free}`, text)
  // An example without words is shown where a test, a result or the task has it.
  if (kind === 'quote' && wordsOf(word).length === 0)
    return `${values}\n${standing.asked}`.replace(/\s+/g, ' ').includes(text)
  if (small.includes(word) || free.includes(word)) return true
  // Of what the task complains needs no other word for it.
  if (complainedErrors(standing.asked).has(text)) return true
  // A passing test has it as it is written.
  if (kind === 'quote' && values.includes(`"${text}"`)) return true
  if (kind === 'quote') return wordsOf(word).every((one) => small.includes(one))
  if (kind === 'name')
    return (
      standing.filesNaming(text).length > 0 ||
      standing.testFiles.some((path) => hasName(standing.textOfFile(path), text))
    )
  // "Loan.renew" is a method, however short its name is.
  if (!text.includes('/') && text.split('.').every((one) => hasName(shown, one))) return true
  const path = text.replace(/^\.\//, '')
  const isKnown =
    standing.textOfFile(path) !== '' || standing.testFiles.some((one) => one.endsWith(path))
  return isKnown || small.includes(word.slice(word.lastIndexOf('/') + 1))
}

/** A changed file beside names of which it has none: "receipt() lives in src/receipt.js". */
function misplaced(marks: readonly Marked[], { changes }: Standing): Marked | undefined {
  const names = marks.filter(({ kind }) => kind === 'name').map(({ text }) => text)
  if (names.length === 0) return undefined
  return marks.find(({ kind, text }) => {
    const change = kind === 'file' ? changes.find(({ path }) => isSameFile(path, text)) : undefined
    if (change === undefined || isDocument(change.path)) return false
    const both = `${change.before ?? ''}\n${change.after ?? ''}`
    return !names.some((name) => both.includes(name))
  })
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\d_]{3,}/gu) ?? []
}

/**
 * A word of the task that an end repeats as done, where the task brings in something new and the changes are mute;
 * null: a line says something, or the end repeats none. A test that failed and passes now shows more than words.
 */
export function unshownConcept(standing: Standing, summary: string): string | null {
  if (onlyComments(standing) || !isMute(standing) || turnedGreen(standing)) return null
  const said = statedClauses(summary).join('\n').toLowerCase()
  const concepts = conceptsOf(standing.asked, textBefore(standing))
  const [, word] = [...concepts].find(([stem]) => said.includes(stem)) ?? []
  return word ?? null
}
