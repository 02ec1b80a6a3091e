import t from 'tap'
import { judge, type Row, type Standing } from '#planner'
import {
  complainedErrors,
  repeatsComplaint,
} from '../../libs/planner/judge/content/complained_errors.js'
import { MEANINGS } from '../../libs/planner/judge/wording/meanings.js'
import { SIGNS } from '../../libs/planner/judge/wording/signs.js'
import { firstSlow } from '../kit/long_texts.js'
import { CHANGE, END, edit, read, row, run, standing } from '../kit/standing.js'
import { play } from '../kit/transcripts.js'

const OLD = 'export function slug(text) {\n  return text.replaceAll(" ", "-")\n}\n'
const NEW = 'export function slug(text) {\n  return text.replace(/ +/g, "-")\n}\n'
const change = { ...CHANGE, path: 'src/slug.js', before: OLD, after: NEW }
const TEST = 'test("blanks", () => equal(slug("a  b"), "a-b"))\n'
const DONE = [
  row(1, 'file_read', {}, 'src/slug.js'),
  edit(8, 'src/slug.js'),
  run(9, true, { tests: 2, command: 'npm test' }),
]

function said(summary: string, rows: Row[] = DONE, over: Partial<Standing> = {}) {
  const own = {
    asked: 'slug("a  b") has to give one dash. Fix it.',
    changes: [change],
    sessionChanges: [change],
    testFiles: ['test/slug.test.js'],
    textOf: (id: string) => (id === 'e1' ? OLD : ''),
    textOfFile: (path: string) => (path === 'test/slug.test.js' ? TEST : ''),
  }
  return judge(standing(rows, { ...own, ...over }), { ...END, summary })
}

t.test(
  'a sentence that no evidence can show leaves an end unproven, and refuses none',
  async (t) => {
    for (const [summary, word] of [
      ['slug gives one dash now. It also transliterates accents.', 'transliterates'],
      ['slug gives one dash now, also for tabs.', 'tabs'],
      ['slug gives one dash now and can be shared between goroutines.', 'shared'],
      ['slug gives one dash now; colons are read as well.', 'colons'],
      ['slug gives one dash now. This avoids quadratic behaviour.', 'quadratic'],
      ['slug gives one dash now. The bug came in with the last commit.', 'commit'],
    ] as const) {
      const reason = new RegExp(`a sentence of the end is not compared: .*has "${word}"`)
      t.match(said(summary), { ok: true, proven: false, law: 'wording', reason }, summary)
    }
  },
)

t.test(
  'work, signs, tests, the task and names of the project are words of the evidence',
  async (t) => {
    for (const summary of [
      'Fixed: slug replaces a run of blanks by a single dash.',
      'The regular expression matches consecutive blanks now, so "a  b" becomes "a-b". All tests pass.',
      'The cause was replaceAll with one blank; I replaced it. Nothing else was changed.',
      'slug forgot to squash neighbouring blanks. It gives one dash now.',
      'Tabs are not treated. slug gives one dash for blanks.',
      '- `slug`: collapses blanks\n- tests: 2 passed',
      'Listo.',
    ])
      t.match(said(summary), { ok: true, proven: true }, summary)
    const naming = { filesNaming: (name: string) => (name === 'permalink' ? ['src/page.js'] : []) }
    t.match(said('slug gives one dash; permalink profits.', DONE, naming), { proven: false })
    t.match(said('slug gives one dash for a permalink.', DONE, naming), { ok: true, proven: true })
  },
)

t.test('a relative clause and an idiom about a change are compared like other words', async (t) => {
  const after = NEW.replace('return', 'list = []\n  return')
  const emptied = { ...change, after }
  const over = { changes: [emptied], sessionChanges: [emptied] }
  for (const summary of [
    'slug replaces blanks by one dash, and it empties the list.',
    'It was upside down; otherwise slug gives one dash.',
  ])
    t.match(said(summary, DONE, over), { ok: true, proven: true }, summary)
})

t.test('what an end says of a file needs a change or a read of it', async (t) => {
  const texts: Record<string, string> = { 'src/link.js': 'slug(title)', 'test/slug.test.js': TEST }
  const there = { textOfFile: (path: string) => texts[path] ?? '' }
  for (const summary of [
    'slug gives one dash, and src/link.js was aligned with it.',
    'slug gives one dash; the README mentions it.',
  ]) {
    const judged = said(summary, DONE, there)
    t.match(judged, { ok: true, proven: false, reason: /neither changed nor read/ }, summary)
  }
  const rows = [row(2, 'file_read', {}, 'src/link.js'), ...DONE]
  t.match(said('slug gives one dash. src/link.js uses slug.', rows), { ok: true, proven: true })
})

t.test('what an end says of the whole project needs a search', async (t) => {
  for (const summary of [
    'slug gives one dash. It is not used anywhere else, so nothing else is affected.',
    'slug gives one dash. It is only called from one place.',
  ])
    t.match(said(summary), { ok: true, proven: false, reason: /searched the project/ }, summary)
  const rows = [
    row(2, 'shell_output', { command: 'grep -rn slug src' }, 'grep -rn slug src'),
    ...DONE,
  ]
  t.match(said('slug gives one dash. It is only called from one place.', rows), { proven: true })
})

t.test('an effect needs a new line that can bring it about', async (t) => {
  const text = 'slug gives one dash now and sorts its parts.'
  t.match(said(text), { ok: true, proven: false, reason: /the code "sorts" something/ })
  const after = `${NEW}parts.sort()\n`
  const changes = [{ ...change, after }]
  t.match(said(text, DONE, { changes, sessionChanges: changes }), { ok: true, proven: true })
})

t.test(
  'an input at a border needs a new comparison, or a test or a task that has it',
  async (t) => {
    for (const summary of [
      'slug gives one dash now. A title of zero characters is fine.',
      'slug gives one dash now. It never exceeds 80 characters.',
      'slug gives one dash now, and titles are compared without case.',
      'slug gives one dash now. It works for any type.',
    ])
      t.match(said(summary), { proven: false, reason: /what happens for|not compared|80/ }, summary)
    const text = 'slug gives one dash now. A text longer than 80 characters is cut.'
    t.match(said(text), { proven: false })
    const after = `${NEW}if (text.length > 80) return text.slice(0, 80)\n`
    const changes = [{ ...change, after }]
    t.match(said(text, DONE, { changes, sessionChanges: changes }), { proven: true })
  },
)

t.test('what is said of more data needs a changed line or the task', async (t) => {
  for (const [more, proven] of [
    ['It also gives the number of blanks.', false],
    ['The list is also kept.', false],
    ['I also replaced replaceAll.', true],
    ['The run of blanks was found one character too early.', true],
  ] as const)
    t.match(said(`slug gives one dash now. ${more}`), { ok: true, proven }, more)
})

t.test('a passive needs a new line that can bring it about', async (t) => {
  const text = 'slug gives one dash now. The parts are swapped.'
  t.match(said(text), { ok: true, proven: false, reason: /the code "are swapped" something/ })
  t.match(said('slug gives one dash; the blanks are replaced.'), { ok: true, proven: true })
  t.match(said('slug gives one dash now, and src/slug.js is written.'), { ok: true, proven: true })
})

t.test('an error of the task was raised before, and a bound is a sign of its own', async (t) => {
  const before = 'def days(a, b):\n    while a < b:\n        yield int(a)\n'
  const changes = [{ path: 'src/d.py', before, after: before.replace('a < b', 'a <= b') }]
  const asked = 'days() raises a ValueError, and the last day should be included. Fix it.'
  const over = { asked, changes, sessionChanges: changes }
  const rows = [row(1, 'file_read', {}, 'src/d.py'), edit(8, 'src/d.py'), run(9, true)]
  const text =
    'days() raised a ValueError: `int("")` raises a ValueError. The last day is included now.'
  t.match(said(text, rows, over), { ok: true, proven: true })
})

t.test('an error that the task asks for was not raised before', async (t) => {
  const before = 'def total(lines):\n    return sum(lines)\n'
  const after =
    'def total(lines):\n    try:\n        return sum(lines)\n    except TypeError:\n        return 0\n'
  const changes = [{ path: 'src/d.py', before, after }]
  const rows = [row(1, 'file_read', {}, 'src/d.py'), edit(8, 'src/d.py'), run(9, true)]
  for (const asked of [
    'total() crashes when a price is None. It should be reported by a ValueError.',
    'total() must raise a ValueError when a price is None.',
    'When a price is None, raise a ValueError in total().',
    'Make total() so that it raises a ValueError for None.',
  ]) {
    const over = { asked, changes, sessionChanges: changes }
    t.match(said('total() raises a ValueError for None.', rows, over), { proven: false }, asked)
  }
  for (const [asked, names] of [
    ['float("") raises a ValueError. Fix it.', ['ValueError']],
    ['It crashes with a KeyError, and x should be 0.', ['KeyError']],
    ['Fix this:\nValueError: invalid literal', ['ValueError']],
    ['I expected 3 but got TypeError.', ['TypeError']],
    ['It should raise KeyError.', []],
  ] as const)
    t.same([...complainedErrors(asked)], names, asked)
  const place = (text: string) => () => void repeatsComplaint('raises KeyError', text)
  t.equal(firstSlow(place, ['KeyError', 'KeyError ', 'A', '. ', 'raises '], 6_000), null)
})

t.test('an example of an end is in a test, a result or the task', async (t) => {
  t.match(said('slug gives one dash: "a  b" and "c_d" are read.'), { ok: true, proven: false })
  t.match(said('slug gives one dash: "a  b" is read.'), { ok: true, proven: true })
})

t.test(
  'a name of the code is no claim, and a sentence about an error is no part of a task',
  async (t) => {
    const head = 'export class Cache {\n  #entries = new Map()\n\n  get(key) {\n'
    const before = `${head}    return this.#entries.get(key)?.value\n  }\n}\n`
    const after = `${head}    const one = this.#entries.get(key)\n    return one?.until > now ? one.value : undefined\n  }\n}\n`
    const changes = [{ path: 'src/c.js', before, after }]
    const over = {
      asked: 'Cache.get returns values whose time is over. Please fix that.',
      changes,
      sessionChanges: changes,
    }
    const rows = [read, edit(8, 'src/c.js'), run(9, true)]
    const text = 'Cache.get now returns undefined for a value whose time is over.'
    t.match(said(text, rows, over), { ok: true, proven: true })
  },
)

t.test('a method that the task and the end name has a change that is about it', async (t) => {
  const other = { path: 'src/same.js', before: 'return a === b\n', after: 'return a == b\n' }
  const over = {
    asked: 'Heap.pop has to return the lowest item. Fix it.',
    changes: [other],
    sessionChanges: [other],
    textOfFile: () => 'new Heap().pop()',
  }
  const rows = [read, edit(8, 'src/same.js'), run(9, true)]
  const reason = /asks for a change of pop\(\), and no change is about it/
  t.match(said('Heap.pop returns the lowest item now.', rows, over), { proven: false, reason })
})

t.test('expected output that the program of the check reads is a part of the tests', async (t) => {
  const { last } = play(t, {
    name: 'golden file',
    files: {
      'package.json': '{"name":"a","scripts":{"test":"node run.mjs"}}\n',
      'run.mjs':
        "const want = readFileSync('data/expected.txt')\nif (got !== want) throw new Error('1 failed')\n",
      'src/table.js': 'export const table = (row) => row.name\n',
      'data/expected.txt': 'pen 12\n',
    },
    task: 'table() has to align the counts. Fix it.',
    acts: [
      ['read', 'src/table.js'],
      ['edit', 'src/table.js', 'export const table = (row) => row.name + row.count\n'],
      ['sh', 'npm run gold', { sets: { 'data/expected.txt': 'pen12\n' } }],
      ['sh', 'npm test'],
    ],
    says: 'table() aligns the counts.',
  })
  t.match(last, { ok: true, proven: false, law: 'changed_tests' })
})

t.test(
  'a long changed line is read for each sign in a time that grows with its length',
  async (t) => {
    const parts = ['[', '[a', 'abcd', 'abc(', 'if ', ' ', 'a,', '${']
    const place = (text: string) => () => {
      for (const [, shown] of [...SIGNS, ...MEANINGS]) shown.test(text)
    }
    t.equal(firstSlow(place, parts, 6_000), null)
  },
)
