import type { FileChange, Standing } from '../facts/types.js'
import { addedLines, removedLines } from './evidence.js'

/** Written by a package manager. */
const LOCK = /(?:^|\/)(?:[\w.-]+\.lock|[\w-]+-lock\.(?:json|yaml)|go\.sum)$/
const WORD = /[A-Za-z_$][\w$]{2,}/g
/** Words of a declaration: they do nothing by themselves. */
const DECLARES = /^(?:let|const|var|val|final|auto|mut|pass|self|this|object|void)$/
const FUNCTION =
  /\b(?:def|fn|func|function)\b|=>|^[ \t]*(?:(?:public|private|protected|static|async) )*#?[A-Za-z_$][\w$]*\([^()\n]*\) \{$/gm
const TEXT = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g
/** Signs that compute or compare, and numbers. An assignment, a bracket and a comma say nothing by themselves. */
const MEANS = /[<>]=?|[+\-*/%<>!&|^?~]|=>|[=!]==?|\d+(?:\.\d+)?/g

/**
 * Whether the changes bring in no word, no number and no sign of arithmetic that their files did not have, as in
 * `let c = c`: then what the task asks for is in none of their lines.
 */
export function isMute({ changes }: Pick<Standing, 'changes'>): boolean {
  const own = changes.filter(({ path }) => !LOCK.test(path))
  return own.length > 0 && own.every(saysNothing)
}

function saysNothing(change: FileChange): boolean {
  const { before, after } = change
  if (before === null || after === null) return false
  // Code that moved into a function of its own has the words that it had.
  if (functionsIn(after) > functionsIn(before)) return false
  const known = new Set(before.match(WORD) ?? [])
  const added = addedLines(change).join('\n')
  const removed = removedLines(change).join('\n')
  if ((added.match(WORD) ?? []).some((word) => !known.has(word) && !DECLARES.test(word)))
    return false
  if (textsOf(added) !== textsOf(removed)) return false
  return signsOf(added) === signsOf(removed) && wordsOf(added) >= wordsOf(removed)
}

function functionsIn(text: string): number {
  return text.match(FUNCTION)?.length ?? 0
}

function signsOf(text: string): string {
  return (text.match(MEANS) ?? [])
    .map((one) => (/\d/.test(one) ? String(Number(one)) : one))
    .join(' ')
}

function textsOf(text: string): string {
  return (text.match(TEXT) ?? []).map((one) => one.slice(1, -1)).join('\n')
}

function wordsOf(text: string): number {
  return text.match(WORD)?.length ?? 0
}
