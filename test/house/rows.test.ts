import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { codeFiles, readText } from './tree.js'

interface Row {
  row: number
  text: string
  state: string
}

interface FeatureRows {
  STATE: RegExp
  readFeatures(): { section: string; rows: Row[] }[]
  rowsIn(text: string): number[]
  rowsInTitles(source: string): number[]
  testsByRow(): Map<number, string[]>
}

const ROWS = 304
const script = pathToFileURL(join(process.cwd(), 'scripts/feature_rows.mjs')).href
const { STATE, readFeatures, rowsInTitles, testsByRow } = (await import(script)) as FeatureRows
const rows = readFeatures().flatMap((section) => section.rows)

t.test('rows are read from titles', async (t) => {
  const text = `t.test('row 7: a', x)\nt.test("b (rows 9, 11 and 20-22)", y)\n// row 99`
  t.same(rowsInTitles(text), [7, 9, 11, 20, 21, 22])
})

t.test(`the feature list has the rows 1 to ${ROWS}, each with a text and a state`, async (t) => {
  t.same(
    rows.map(({ row }) => row),
    Array.from({ length: ROWS }, (_, index) => index + 1),
  )
  t.same(
    rows.filter(({ text, state }) => text.trim() === '' || !STATE.test(state)),
    [],
  )
})

t.test('a row that works or is replaced is named by the title of a test', async (t) => {
  const tests = testsByRow()
  const unproven = rows.filter(
    ({ row, state }) => /^(?:works$|replaced)/.test(state) && !tests.has(row),
  )
  t.same(
    unproven.map(({ row, text }) => `row ${row}: ${text}`),
    [],
  )
})

t.test('a row that is not built is named by no test', async (t) => {
  const tests = testsByRow()
  const named = rows.filter(({ row, state }) => state.startsWith('not yet') && tests.has(row))
  t.same(
    named.map(({ row }) => `row ${row}: ${tests.get(row)?.join(', ')}`),
    [],
  )
})

t.test('titles name rows that exist', async (t) => {
  for (const file of codeFiles('test').filter((name) => name.endsWith('.test.ts'))) {
    if (file.endsWith('house/rows.test.ts')) continue
    const unknown = rowsInTitles(readText(file)).filter((row) => row < 1 || row > ROWS)
    t.same(unknown, [], file)
  }
})
