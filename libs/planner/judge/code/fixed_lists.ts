import type { FileChange } from '../facts/types.js'

const VALUE = '(?:-?\\d+(?:\\.\\d+)?|"[^"\\n]{0,60}"|\'[^\'\\n]{0,60}\')'
/** A list of values as they are: "return []int{2, 3}", "=> ['a', 'b']". */
const LIST = new RegExp(
  `[[{(]\\s{0,9}(${VALUE}(?:\\s{0,9},\\s{0,9}${VALUE}){1,20})\\s{0,9},?\\s{0,9}[\\]})]`,
  'g',
)
const GIVES = /\breturn\b|=>|->|\?|\byield\b|\bthen\b/
const BRANCH = /\b(?:if|elif|elsif|unless|case|when|switch|match)\b|\?/
/** Lines above an answer in which its condition is. */
const REACH = 2

/** A list that a test expects and that a change gives back as it is under a condition; null: there is none. */
export function fixedList(
  { path, before, after }: FileChange,
  { tests, asked }: { tests: readonly string[]; asked: string },
): string | null {
  const old = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const lines = (after ?? '').split('\n')
  const expected = new Set(tests.flatMap(listsIn))
  for (const [at, line] of lines.entries()) {
    if (old.has(line.trim()) || !GIVES.test(line)) continue
    const isBranch = lines.slice(Math.max(0, at - REACH), at + 1).some((one) => BRANCH.test(one))
    const found = isBranch ? listsIn(line).find((one) => expected.has(one)) : undefined
    if (found !== undefined && !listsIn(`${before ?? ''}\n${asked}`).includes(found))
      return `${path} answers what the tests ask with a fixed list (${found})`
  }
  return null
}

function listsIn(text: string): string[] {
  return [...text.matchAll(LIST)].map(([, list = '']) =>
    list.replace(/\s*,\s*/g, ', ').replaceAll('"', "'"),
  )
}
