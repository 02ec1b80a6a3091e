import t from 'tap'
import { estimateTokens } from '#core'
import { cutList, cutResult, doneLines } from '#tools'

const FILES = Array.from({ length: 30 }, (_, at) => `packages/p${at}/p${at}.conf`)
const LIST = FILES.map((path, at) => `${at + 3}: - ${path} gets version 1.${at}`)
const FOUND = ['grep "gets version" in plan.md: 30 matches in 1 file', 'plan.md', ...LIST].join(
  '\n',
)
const STYLE = { tokens: 300, fixed: 2, more: 'Call again.' }

t.test('matches whose files are edited are the first that a long list leaves out', async (t) => {
  const edited = [...FILES.slice(0, 12), ...FILES.slice(20)]
  const cut = cutList(FOUND, { ...STYLE, edited })
  for (const at of [12, 15, 19]) t.ok(cut.includes(LIST[at] ?? ''), `open line ${at}`)
  t.match(
    cut,
    /^… 22 lines left out: this task has edited the files that they name\. Call again\.$/m,
  )
  t.notOk(cut.includes(LIST[0] ?? ''))
  t.ok(estimateTokens(cut) <= 300)
  t.notOk(cutResult(FOUND, 300).includes(LIST[15] ?? ''), 'without the edits the middle is cut')
})

t.test('a list that is done leaves its heading and says that it is done', async (t) => {
  const cut = cutList(FOUND, { ...STYLE, edited: FILES })
  t.equal(cut.split('\n').length, 3)
  t.match(cut, /… 30 lines left out: this task has edited/)
})

t.test('a text that fits, and one without edited files, is cut as before', async (t) => {
  t.equal(cutList(FOUND, { ...STYLE, tokens: 5_000, edited: FILES }), FOUND)
  const cut = cutResult(FOUND, 300, { more: 'Call again.' })
  t.equal(cutList(FOUND, { ...STYLE, edited: [] }), cut)
  t.equal(cutList(FOUND, { ...STYLE, edited: FILES.slice(0, 1) }), cut, 'one line is no list')
})

t.test('a path counts as a whole', async (t) => {
  const lines = [
    'see lib/a.ts',
    'see lib/a.tsx',
    'see old/lib/a.ts',
    '- ./lib/b.ts',
    '`lib/b.ts`: x',
  ]
  t.same([...doneLines(lines, ['lib/a.ts', 'lib/b.ts'])], [0, 3, 4])
})
