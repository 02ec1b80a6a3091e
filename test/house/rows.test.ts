import t from 'tap'
import { codeFiles, readText } from './tree.js'

/** Rows of the feature list, and how many of them a title names. */
const ROWS = 304
const TITLE = /\.test\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
const NAMED = /\brows? (\d+(?:(?:, | and |-|–)\d+)*)/g

/** `row 7`, `rows 7, 9 and 12` and `rows 7-9` in the titles of a test file. */
function rowsNamed(text: string): number[] {
  const titles = [...text.matchAll(TITLE)].map((match) => match[2] ?? '')
  const lists = titles.flatMap((title) => [...title.matchAll(NAMED)].map((match) => match[1] ?? ''))
  return lists.flatMap((list) => list.split(/, | and /).flatMap(rangeOf))
}

function rangeOf(text: string): number[] {
  const [first = 0, last = first] = text.split(/[-–]/).map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

t.test('rows are read from titles', async (t) => {
  const text = `t.test('row 7: a', x)\nt.test("b (rows 9, 11 and 20-22)", y)\n// row 99`
  t.same(rowsNamed(text), [7, 9, 11, 20, 21, 22])
})

t.test(`tests name rows of the feature list, 1 to ${ROWS}`, async (t) => {
  const named = new Set<number>()
  for (const file of codeFiles('test').filter((name) => name.endsWith('.test.ts'))) {
    if (file.endsWith('house/rows.test.ts')) continue
    for (const row of rowsNamed(readText(file))) {
      t.ok(row >= 1 && row <= ROWS, `${file}: row ${row}`)
      named.add(row)
    }
  }
  t.ok(named.size > 0)
  t.comment(
    `${ROWS - named.size} of ${ROWS} rows are named by no test; named: ${ranges([...named])}`,
  )
})

function ranges(rows: number[]): string {
  const parts: [number, number][] = []
  for (const row of rows.sort((a, b) => a - b)) {
    const last = parts.at(-1)
    if (last && last[1] === row - 1) last[1] = row
    else parts.push([row, row])
  }
  return parts.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(', ')
}
