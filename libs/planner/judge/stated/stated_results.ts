import { provingTest } from '../facts/test_rows.js'
import type { Standing } from '../facts/types.js'

const VALUE = '(-?\\d+(?:\\.\\d+)?|true|false|null|None|True|False)'
const STATED = new RegExp(
  `([A-Za-z_$][\\w$.]*\\([^()\\n]{0,60}\\))[\`'"]? (?:(?:now|then|again|correctly) )*(?:returns?|gives?|is|equals?|yields|prints?|=|==|->) [\`'"]?${VALUE}(?![\\w.]*\\w)`,
  'g',
)
/** What follows the call in the line of a test that says its result. */
const EXPECTED = new RegExp(
  `^\\)?(?:,|===?|\\.to(?:Be|Equal|StrictEqual)\\(|\\.should\\.equal\\()${VALUE}(?![\\w.])`,
)
const OTHER_TIME =
  /\b(?:not|n't|never|before|instead|used to|previously|was|were|without|should|would|if)\b/i
/** Test files that are looked at. */
const MOST = 40

/** A call and its result as an end states them, where a test that passed says another; null: there is none. */
export function contradictedResult(
  standing: Standing,
  summary: string,
): { said: string; expected: string } | null {
  if (summary.search(STATED) === -1 || provingTest(standing) === null) return null
  const { testFiles, textOfFile } = standing
  const lines = testFiles
    .slice(0, MOST)
    .flatMap((path) => textOfFile(path).split('\n'))
    .map((line) => line.replace(/\s/g, ''))
  const sentences = summary.split(/(?<=[.;!?])\s+|\n+/).filter((one) => !OTHER_TIME.test(one))
  for (const [said, call = '', value] of sentences.flatMap((one) => [...one.matchAll(STATED)])) {
    const expected = lines.flatMap((line) => expectedIn(line, call.replace(/\s/g, '')))
    if (expected.length > 0 && !expected.some((one) => isSame(one, value ?? '')))
      return { said, expected: expected[0] ?? '' }
  }
  return null
}

function expectedIn(line: string, call: string): string[] {
  const at = line.indexOf(call)
  const found = at === -1 ? undefined : EXPECTED.exec(line.slice(at + call.length))?.[1]
  return found === undefined ? [] : [found]
}

function isSame(a: string, b: string): boolean {
  return a === b || (Number.isFinite(Number(a)) && Number(a) === Number(b))
}
