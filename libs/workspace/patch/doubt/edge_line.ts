import { indentOf } from '../text/lines.js'
import type { Replacement } from '../text/types.js'
import { type SideView, sideViews } from './edge_view.js'

/** A line beside the place that belongs to the edit, and what would become of it. */
export interface Torn {
  edge: 'above' | 'below'
  line: string
  why: 'doubled' | 'reworded' | 'left' | 'orphaned' | 'emptied'
}

/** From here on a line is taken for the same whatever its indentation; a brace is not. */
const TELLING = 10
/** From here on it is the same line wherever it stands in new_str. */
const UNMISTAKABLE = 24
/** Words that a line needs before another with all of them is the same line in other words. */
const WORDS = 3

/**
 * The line beside the place that old_str seems to lack: new_str has it as well, has it in other words, takes the head
 * off it, or leaves it a head without a body. Small models leave an edge line out of old_str and keep it in mind.
 * @returns null where nothing speaks for that, or the place begins or ends within a line
 */
export function tornEdge(content: string, place: Replacement): Torn | null {
  for (const view of sideViews(content, place)) {
    const { edge, beside: line } = view
    if (isDoubled(view) || isJoined(view) || isRepeated(view)) return { edge, line, why: 'doubled' }
    if (isReworded(view) || leavesTwice(view)) return { edge, line, why: 'reworded' }
    if (isLeft(view)) return { edge, line, why: 'left' }
    if (edge === 'below' && isOrphaned(view)) return { edge, line, why: 'orphaned' }
    if (edge === 'above' && isEmptied(view)) return { edge, line, why: 'emptied' }
  }
  return null
}

/** It begins (or ends) new_str, or is unmistakable and among the lines that come at that edge. */
function isDoubled({ beside, fresh, gone, inserted }: SideView): boolean {
  const { length } = /\p{L}/u.test(beside) ? beside.trim() : ''
  const same = (line = '') => (length >= TELLING ? line.trim() === beside.trim() : line === beside)
  if (same(gone[0])) return false
  return same(fresh[0]) || (length >= UNMISTAKABLE && inserted.includes(beside))
}

/** Several lines beside the place are the first (or last) of new_str: they were meant to be replaced. */
function isRepeated({ besides, fresh, gone }: SideView): boolean {
  return besides.some((_, at) => {
    const run = besides.slice(0, at + 1).reverse()
    const begins = (lines: readonly string[]) => run.every((line, index) => lines[index] === line)
    const isNew = run.some((line) => !gone.includes(line))
    return at > 0 && isNew && run.some(saysSomething) && begins(fresh)
  })
}

/** new_str has it right beside the first line of old_str, as the file has: one line more was meant. */
function isJoined({ beside, fresh, gone }: SideView): boolean {
  const joints = (lines: string[]) =>
    lines.filter((line, at) => at > 0 && line === gone[0] && lines[at - 1] === beside).length
  // Where both begin alike, nothing was left out there.
  if (gone.length === 0 || fresh[0] === gone[0] || joints(fresh) <= joints(gone)) return false
  // A whole block put in between two ends with such a line, too: then its brackets are even.
  return saysSomething(beside) || !evenBrackets(gone, fresh)
}

/** All of its words in one or two lines that come in at that edge, or all of theirs in it. */
function isReworded({ beside, gone, inserted }: SideView): boolean {
  if (beside.trim().length < UNMISTAKABLE || gone.some((line) => line === beside)) return false
  const words = wordsOf(beside)
  return inserted.some((line, at) => {
    const said = wordsOf(line)
    const both = [...said, ...wordsOf(inserted[at + 1] ?? '')]
    const turned = [...wordsOf(inserted[at + 1] ?? ''), ...said]
    if ([said, both, turned].some((each) => follows(words, each))) return true
    return said.length * 2 >= words.length && follows(said, words)
  })
}

const OPENS = /^\s*(?:[([{]|\/\*+)$/
const CLOSES = /^\s*(?:[)\]}]+[,;]?|\*\/)$/

/** A bracket alone on its line, whose other half goes with old_str and does not come back. */
function isLeft({ edge, beside, gone, fresh }: SideView): boolean {
  const mark = edge === 'above' ? OPENS : CLOSES
  if (!mark.test(beside)) return false
  return BRACKETS.some((pair) => {
    if (!pair.some((each) => beside.includes(each))) return false
    const more = openBrackets(gone, pair) - openBrackets(fresh, pair)
    return edge === 'below' ? more > 0 : more < 0
  })
}

/** The line that it stands under goes, with some of what stands under it, and it would stand under another. */
function isOrphaned({ beside, gone, fresh }: SideView): boolean {
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

const LEAVES = /^\s*(?:return|raise|throw)\b/

/** Two ways out, one under the other: the second was to be replaced. */
function leavesTwice({ beside, fresh, gone }: SideView): boolean {
  const [first = ''] = fresh
  if (!LEAVES.test(beside) || !LEAVES.test(first) || LEAVES.test(gone[0] ?? '')) return false
  return indentOf(beside) === indentOf(first)
}

/** All that stood under it goes: a head without a body. */
function isEmptied({ beside, gone, fresh }: SideView): boolean {
  const deeper = (line: string) => indentOf(line).length > indentOf(beside).length
  const [first] = fresh
  if (!/[^\s:]:$/.test(beside) || gone[0] === undefined || !deeper(gone[0])) return false
  return first !== undefined && !deeper(first) && gone.some((line) => line === first)
}

const CLOSERS =
  /^(?:end|else|break|continue|return|pass|fi|done|esac|try|finally|default|then|do)$/i

function saysSomething(line: string): boolean {
  const words = wordsOf(line)
  return words.length > 1 || words.some((word) => !CLOSERS.test(word) && word.length > 1)
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** true: every one of these words is among those, in this order. */
function follows(words: readonly string[], others: readonly string[]): boolean {
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

/** As many of each bracket open at the end of the one as of the other. */
export function evenBrackets(gone: readonly string[], fresh: readonly string[]): boolean {
  return BRACKETS.every((pair) => openBrackets(gone, pair) === openBrackets(fresh, pair))
}

function openBrackets(lines: readonly string[], [from, to]: readonly [string, string]): number {
  const text = lines.join('\n')
  return text.split(from).length - text.split(to).length
}
