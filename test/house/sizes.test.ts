import t from 'tap'
import { codeFiles, readText } from './tree.js'

const FAIL_LINES = 400
const WARN_LINES = 250

const lines = new Map(
  codeFiles('libs', 'apps', 'test', 'scripts', 'bench').map((file) => [
    file,
    readText(file).trimEnd().split('\n').length,
  ]),
)

function over(limit: number, folder = ''): string[] {
  const found = [...lines].filter(([file, count]) => file.startsWith(folder) && count > limit)
  return found.map(([file, count]) => `${file} has ${count} lines`)
}

t.test(`no file has more than ${FAIL_LINES} lines`, async (t) => {
  t.ok(lines.size > 20, 'the files are found')
  t.same(over(FAIL_LINES), [])
  const large = [...over(WARN_LINES, 'libs/'), ...over(WARN_LINES, 'apps/')]
  for (const found of large) t.comment(`${found}: split it where it changes its subject`)
})

t.test('half of the files in libs have fewer than 150 lines', async (t) => {
  const counts = [...lines].filter(([file]) => file.startsWith('libs/')).map(([, count]) => count)
  const median = counts.sort((a, b) => a - b)[Math.floor(counts.length / 2)]
  t.ok(median !== undefined && median < 150, `the median is ${median}`)
})

t.test('apps stay thin: every file under 150 lines', async (t) => {
  t.same(over(149, 'apps/'), [])
})

t.test('supervise.ts stays under 150 lines', async (t) => {
  t.same(over(149, 'libs/supervisor/supervise.ts'), [])
})
