import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

// The words that must not come back are in word_list.json, each with the plain word to use instead.
// `node scripts/list_strings.mjs --words FOLDER` prints the places.

interface Found {
  line: number
  kind: string
  word: string
  instead: string
}

interface Word {
  find: RegExp
  instead: string
}

interface ListStrings {
  textFiles(wanted?: readonly string[]): string[]
  listStrings(path: string, source: string): { line: number; kind: string; text: string }[]
  readListed(path: string): string | null
  readWordList(): Word[]
  findWords(path: string, source: string, words: readonly Word[]): Found[]
  folderOf(path: string): string
}

/** [place, why its words stay]. */
const KEPT: readonly [string, string][] = [
  ['libs/ledger/schema', 'a migration is never edited after it was written'],
  ['libs/ledger/rows/undo/restores.ts', 'it names a column of a migration'],
  ['libs/planner/request/question.ts', 'it lists verbs that users type'],
  ['libs/planner/judge/held/concepts.ts', 'it lists words that users type'],
  ['libs/memory/rules/languages', 'they list words that users type'],
]

const script = pathToFileURL(join(process.cwd(), 'scripts/list_strings.mjs')).href
const strings = (await import(script)) as ListStrings

t.test('every kind of text is listed', async (t) => {
  const source = [
    "import { x } from 'left-out'",
    '// a comment',
    ['const sentAnew = { aKey: `a $', "{'b'} tail`, 'quoted key': 1 }"].join(''),
    "t.test('a title', async (t) => { t.end() }) // behind",
  ].join('\n')
  const found = strings.listStrings('a.ts', source)
  t.same(
    found.map(({ line, kind, text }) => `${line} ${kind} ${text}`),
    [
      '2 comment // a comment',
      '3 name sentAnew',
      '3 key aKey',
      '3 template a ',
      '3 string b',
      '3 template  tail',
      '3 key quoted key',
      '4 title a title',
      '4 name t',
      '4 comment // behind',
    ],
  )
  const words = [{ find: /\banew\b/i, instead: 'again' }]
  t.match(strings.findWords('a.ts', source, words), [{ line: 3, word: 'Anew', instead: 'again' }])
  t.same(strings.listStrings('a.md', '# One\n\ntwo\n'), [
    { line: 1, kind: 'line', text: '# One' },
    { line: 3, kind: 'line', text: 'two' },
  ])
})

t.test('no text has a word of the list', async (t) => {
  const words = strings.readWordList()
  t.ok(words.length > 30)
  const places: string[] = []
  for (const path of strings.textFiles()) {
    const source = strings.readListed(path)
    if (source === null || KEPT.some(([place]) => path.startsWith(place))) continue
    for (const { line, kind, word, instead } of strings.findWords(path, source, words))
      places.push(`${path}:${line} ${kind} "${word}": use ${instead}`)
  }
  t.same(places, [])
})

t.test('every exception is still needed', async (t) => {
  const words = strings.readWordList()
  for (const [place, why] of KEPT) {
    const files = strings.textFiles().filter((path) => path.startsWith(place))
    const found = files.flatMap((path) =>
      strings.findWords(path, strings.readListed(path) ?? '', words),
    )
    t.not(found.length, 0, `${place}: ${why}`)
  }
})
