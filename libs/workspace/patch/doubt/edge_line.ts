import { indentOf } from '../text/lines.js'
import type { Replacement } from '../text/types.js'
import { type EdgeView, edgeViews } from './edge_view.js'

/** A line beside the place that belongs to the edit, and what would happen to it. */
export interface EdgeLine {
  edge: 'above' | 'below'
  line: string
  reason: 'doubled' | 'reworded' | 'unbalanced' | 'orphaned' | 'emptied'
}

/** From this length on, a line is compared without its indentation; a brace is not. */
const SIGNIFICANT = 10
/** From this length on, an equal line at any position in new_str is the same line. */
const DISTINCTIVE = 24
/** Words that a line needs before a line with the same words counts as a reworded one. */
const WORDS = 3

/**
 * Finds a line beside the place that old_str seems to omit: new_str has the same line or a reworded one, or the
 * edit would separate the line from its block. Small models often omit an edge line from old_str.
 * @returns null when nothing indicates that, or the place begins or ends inside a line
 */
export function findEdgeLine(content: string, place: Replacement): EdgeLine | null {
  for (const view of edgeViews(content, place)) {
    const { edge, beside: line } = view
    if (isDoubled(view) || isJoined(view) || isRepeated(view))
      return { edge, line, reason: 'doubled' }
    if (isReworded(view) || exitsTwice(view)) return { edge, line, reason: 'reworded' }
    if (isUnbalanced(view)) return { edge, line, reason: 'unbalanced' }
    if (edge === 'below' && isOrphaned(view)) return { edge, line, reason: 'orphaned' }
    if (edge === 'above' && isEmptied(view)) return { edge, line, reason: 'emptied' }
  }
  return null
}

/** It is the first (or last) line of new_str, or it is distinctive and inserted at that edge. */
function isDoubled({ beside, fresh, gone, inserted }: EdgeView): boolean {
  const { length } = /\p{L}/u.test(beside) ? beside.trim() : ''
  const same = (line = '') =>
    length >= SIGNIFICANT ? line.trim() === beside.trim() : line === beside
  if (same(gone[0])) return false
  return same(fresh[0]) || (length >= DISTINCTIVE && inserted.includes(beside))
}

/** Several lines beside the place are the first (or last) lines of new_str: they should have been replaced. */
function isRepeated({ besides, fresh, gone }: EdgeView): boolean {
  return besides.some((_, at) => {
    const run = besides.slice(0, at + 1).reverse()
    const begins = (lines: readonly string[]) => run.every((line, index) => lines[index] === line)
    const isNew = run.some((line) => !gone.includes(line))
    return at > 0 && isNew && run.some(hasMeaning) && begins(fresh)
  })
}

/** new_str has it beside the first line of old_str, as the file has: the edit should have included it. */
function isJoined({ beside, fresh, gone }: EdgeView): boolean {
  const joints = (lines: string[]) =>
    lines.filter((line, at) => at > 0 && line === gone[0] && lines[at - 1] === beside).length
  // When both texts begin with the same line, nothing was omitted there.
  if (gone.length === 0 || fresh[0] === gone[0] || joints(fresh) <= joints(gone)) return false
  // A complete inserted block may end with such a line as well: then its brackets are balanced.
  return hasMeaning(beside) || !sameBrackets(gone, fresh)
}

/** One or two inserted lines have all of its words, or it has all words of an inserted line. */
function isReworded({ beside, gone, inserted }: EdgeView): boolean {
  if (beside.trim().length < DISTINCTIVE || gone.some((line) => line === beside)) return false
  const words = wordsOf(beside)
  return inserted.some((line, at) => {
    const own = wordsOf(line)
    const both = [...own, ...wordsOf(inserted[at + 1] ?? '')]
    const reversed = [...wordsOf(inserted[at + 1] ?? ''), ...own]
    if ([own, both, reversed].some((each) => isSubsequence(words, each))) return true
    return own.length * 2 >= words.length && isSubsequence(own, words)
  })
}

const OPENS = /^\s*(?:[([{]|\/\*+)$/
const CLOSES = /^\s*(?:[)\]}]+[,;]?|\*\/)$/

/** A bracket alone on its line whose counterpart is in old_str and not in new_str. */
function isUnbalanced({ edge, beside, gone, fresh }: EdgeView): boolean {
  const mark = edge === 'above' ? OPENS : CLOSES
  if (!mark.test(beside)) return false
  return BRACKETS.some((pair) => {
    if (!pair.some((each) => beside.includes(each))) return false
    const more = openBrackets(gone, pair) - openBrackets(fresh, pair)
    return edge === 'below' ? more > 0 : more < 0
  })
}

/** The head of its block is removed together with a part of the block, and it would move into another block. */
function isOrphaned({ beside, gone, fresh }: EdgeView): boolean {
  const depth = indentOf(beside).length
  const isHead = (line: string) => indentOf(line).length < depth
  const at = gone.findIndex(isHead)
  const head = gone[at]
  const count = (lines: readonly string[]) => lines.filter((line) => line === head).length
  if (head === undefined || count(fresh) >= count(gone)) return false
  if (at === 0 && !head.endsWith(':') && !head.trim().startsWith('- ')) return false
  const next = fresh.find(isHead)
  if (next === undefined || next === head) return false
  return gone.includes(next) || indentOf(next) !== indentOf(head)
}

const EXITS = /^\s*(?:return|raise|throw)\b/

/** Two exits, one after the other: the second should have been replaced. */
function exitsTwice({ beside, fresh, gone }: EdgeView): boolean {
  const [first = ''] = fresh
  if (!EXITS.test(beside) || !EXITS.test(first) || EXITS.test(gone[0] ?? '')) return false
  return indentOf(beside) === indentOf(first)
}

/** The whole block below it is removed: it would be a head without a body. */
function isEmptied({ beside, gone, fresh }: EdgeView): boolean {
  const deeper = (line: string) => indentOf(line).length > indentOf(beside).length
  const [first] = fresh
  if (!/[^\s:]:$/.test(beside) || gone[0] === undefined || !deeper(gone[0])) return false
  return first !== undefined && !deeper(first) && gone.some((line) => line === first)
}

const CLOSERS =
  /^(?:end|else|break|continue|return|pass|fi|done|esac|try|finally|default|then|do)$/i

/** Whether a line has words besides those that close or continue a block. */
function hasMeaning(line: string): boolean {
  const words = wordsOf(line)
  return words.length > 1 || words.some((word) => !CLOSERS.test(word) && word.length > 1)
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** Whether all of these words occur among the others, in this order. */
function isSubsequence(words: readonly string[], others: readonly string[]): boolean {
  let at = 0
  for (const word of others) if (word === words[at]) at += 1
  return words.length >= WORDS && at >= words.length
}

const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['/*', '*/'],
] as const

/** Whether both leave the same number of each bracket open. */
export function sameBrackets(gone: readonly string[], fresh: readonly string[]): boolean {
  return BRACKETS.every((pair) => openBrackets(gone, pair) === openBrackets(fresh, pair))
}

function openBrackets(lines: readonly string[], [from, to]: readonly [string, string]): number {
  const text = lines.join('\n')
  return text.split(from).length - text.split(to).length
}
