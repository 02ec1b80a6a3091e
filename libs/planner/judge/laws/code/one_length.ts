import { onePlace } from '../../code/one_place.js'
import { isCode, MOST_CODE } from '../../code/tokens.js'
import type { FileChange, Law } from '../../facts/types.js'
import { kindOfPath } from '../../tests/check_files.js'

const NAME = '[A-Za-z_$][\\w$.]{0,80}'
/** How many elements a list has, in the languages that are read; the list is a group. */
const LENGTH = `(?:len\\((${NAME})\\)|(${NAME}?)\\.(?:length|len\\(\\)|size\\(\\)|count\\(\\)|length\\(\\)))`
/** A place that moves to the front as the list grows: `2 - len(list)`. */
const FALLS = `\\(?\\s{0,4}\\d{1,6}\\s{0,4}-\\s{0,4}${LENGTH}`
const STARTS = new RegExp(`(?:(?<![=!<>])=|\\brange\\(|\\bin)\\s{0,4}(${FALLS})`, 'g')
const INDEXES = new RegExp(
  `(${NAME}?)(?:\\[|\\.(?:slice|substring|at|charAt|splice|drop|skip)\\()\\s{0,4}(${FALLS})`,
  'g',
)
const LOOPS = /\b(?:for|while)\b/
/** Longer lines are made by a program. */
const MOST_LINE = 400

/** A list is read from a place that is its beginning for one length only, which is that of the test. It never refuses. */
export const oneLength: Law = {
  name: 'one_length',
  judge(standing, { isTask }) {
    const { changes, checkTexts } = standing
    if (!isTask) return null
    for (const change of changes) {
      if (!isCode(change.path) || kindOfPath(change.path, checkTexts) !== null) continue
      const start = fallingStart(change)
      const place = start ?? onePlace(change, standing)
      if (place === null) continue
      const reason =
        start === undefined
          ? `${change.path} reads a list at ${place}, and the tests try one length of it only`
          : `${change.path} reads a list from ${start}, which fits one length only`
      return { message: `not proven: ${reason}.`, reason, refuse: 0 }
    }
    return null
  },
}

function fallingStart({ before, after }: FileChange): string | undefined {
  if ((after?.length ?? 0) > MOST_CODE) return undefined
  const old = new Set((before ?? '').split('\n').map((line) => line.trim()))
  for (const line of (after ?? '').split('\n')) {
    if (line.length > MOST_LINE || !/\d\s{0,4}-/.test(line) || old.has(line.trim())) continue
    for (const [, start = '', ...lists] of LOOPS.test(line) ? line.matchAll(STARTS) : []) {
      const list = lists.find(Boolean) ?? ''
      // The same list is where the loop ends.
      if (list !== '' && line.split(list).length > 2) return start.replace(/^\(\s*/, '')
    }
    for (const [, owner, start = '', ...lists] of line.matchAll(INDEXES))
      if (owner !== '' && owner === lists.find(Boolean)) return start.replace(/^\(\s*/, '')
  }
  return undefined
}
