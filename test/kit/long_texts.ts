import {
  type End,
  type EndInput,
  type Guard,
  type GuardInput,
  judge,
  readable,
  type Standing,
} from '#planner'
import { makeReply } from './ledger.js'
import { isDue } from './rotation.js'
import { edit, row, run, standing } from './standing.js'

/** What a model that loops prints, and what a pattern with two open ends reads again and again. */
export const LONG = ['\n', 'a', 'a(', '"', '`']
export const PARTS = [
  ...[
    ' ',
    '\n \n',
    '\r',
    'a ',
    '1',
    '1 ',
    'a, ',
    '. ',
    '- a\n',
    '# a\n',
    'a:\n',
    '```\n',
    '**a** ',
  ],
  ...['a/', 'a.b ', 'a b() ', '`a` and ', 'the tests ', 'fixed ', 'uses a() now ', "'", '(', '}\n'],
  ...['import ', 'const a = ', 'def a(', '修', 'и ', 'nicht ', '? '],
  // Code: a comment that nothing closes, blocks in blocks, variables, ways out.
  ...['/*\n', '/* a */ b\n', 'f(a) {\n', 'a = b\n', 'return a\n', 'if (false) {\n', '((', "'''"],
]
/** Less processor time than this is noise. */
const FLOOR_MS = 20

export type Place = (text: string) => () => unknown
const CODE = 'export function add(a, b) {\n  return a + b\n}\n'
const base = [row(1, 'file_read', {}, 'src/a.ts'), edit(2), run(3, true)]
const said = (summary: string): End => ({ cites: ['e3'], summary, isTask: true })
function judged(over: Partial<Standing>, end: End): () => unknown {
  const changes = [{ path: 'src/a.ts', before: CODE, after: CODE.replace('+', '-') }]
  const known = standing(base, { textOf: () => CODE, changes, textOfFile: () => CODE, ...over })
  return () => judge({ ...known, sessionChanges: known.changes }, end)
}
const DONE = said(
  'add() in src/a.ts adds now and uses mul(). I removed `sub`, and wrote a test for it. All 3 tests pass.',
)
const ANSWER = said('It returns `a + b`, 12 times in 3 files.')
const report = { wants: 'report', changes: [] } as const
const file = (after: string, before = CODE, path = 'src/a.ts') => ({
  changes: [{ path, before, after }],
  textOfFile: () => after,
})
export const PLACES: Record<string, Place> = {
  'the end': (text) => judged({}, said(text)),
  'an answer': (text) => judged(report, { ...said(text), cites: null }),
  'the task': (text) => judged({ asked: readable(text) }, DONE),
  'what was read': (text) => judged({ ...report, textOf: () => text }, ANSWER),
  'a result': (text) => judged({ textOf: () => text }, DONE),
  'a changed file': (text) => judged(file(text), DONE),
  'a file before': (text) => judged(file(CODE, text), DONE),
  'a test of changed code': (text) =>
    judged({ ...file(CODE.replace('a + b', '7')), textOfFile: () => text }, DONE),
  'a changed test': (text) => judged(file(`${text}\nx`, text, 'test/a.test.js'), DONE),
}
const cpuMs = (work: () => unknown) => {
  const begin = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}
/** `§` is the number of the part, so that each has names of its own. */
const sized = (part: string, chars: number) =>
  Array.from({ length: Math.ceil(chars / part.length) }, (_, at) =>
    part.replaceAll('§', String(at)),
  ).join('')

const FIRST_TIMES = 12
/** Of ten times the text: a law that grows with the square costs a hundred times as much. */
const MOST_TIMES = 25
const TRIES = 5
const fastest = (work: () => unknown) =>
  Math.min(...Array.from({ length: TRIES }, () => cpuMs(work)))

/** Each place has a third of the texts a day and each text a third of the places: all pairs in three days. */
const DAYS = 3

/** The texts that a place has today. @param place  the number of the place, from 0 */
export function dueTexts(parts: readonly string[], place: number): readonly string[] {
  return parts.filter((_, at) => isDue(at + place, DAYS))
}

/** The first part for which ten times the text costs more than `MOST_TIMES` the processor time. */
export function firstSlow(place: Place, parts: readonly string[], chars: number): string | null {
  for (const part of parts) {
    const [short, long] = [place(sized(part, chars)), place(sized(part, chars * 10))]
    place(sized(part, 200))()
    const longMs = cpuMs(long)
    if (longMs <= FLOOR_MS * FIRST_TIMES || longMs <= cpuMs(short) * FIRST_TIMES) continue
    // One measurement can meet a collection of memory or another program: the fastest of five cannot.
    const once = Math.max(fastest(short), FLOOR_MS)
    const ten = fastest(long)
    if (ten > once * MOST_TIMES) return `${JSON.stringify(part)}: ${once} ms, then ${ten} ms`
  }
  return null
}

const plan = { id: 'n1', parentId: null, kind: 'root', ordinal: 0, status: 'open', cites: [] }

/** What a guard reads of a reply, a task and a plan. */
export function placeOf(guard: Guard): Place {
  return (text) => () => {
    const given = {
      reply: { ...makeReply(), text },
      asked: readable(text),
      rows: base,
      firstRow: 1,
      plan: [{ ...plan, text, summary: '' }],
      judgement: { ok: true, proven: true, grade: 'tested' },
      openTodos: [text],
      error: text,
      ...{ question: false, edited: false, nudgesInARow: 0, edits: [], calls: [], reads: [] },
      step: 20,
    }
    for (const textOnly of [true, false])
      guard.watch?.({ ...given, textOnly } as unknown as GuardInput)
    const known = standing(base, { asked: readable(text), textOf: () => text })
    const end = { standing: known, end: said(readable(text)), plan: [], isFile: () => false }
    guard.refuse?.({ ...end, left: new Map() } as unknown as EndInput)
  }
}
