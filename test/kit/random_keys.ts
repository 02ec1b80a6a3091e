import { setTimeout as pause } from 'node:timers/promises'
import { type Input, openInput } from '#terminal'
import { type Headless, openHeadless } from './headless.js'

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A key that nothing is bound to: it only draws. */
const NO_KEY = '\x1b[99~'
const ESC_KEY = '\x1b[27u'
const CLEAR = '\x0c'

/** Keys without Ctrl+D and Ctrl+Z, which end or stop the process of the test. */
export const KEYS: readonly string[] = [
  ...'abc /@?!#\\',
  ...['中', '안', '👩‍👩‍👧', 'é', 'word ', 'a longer text with words ', 'x'.repeat(70)],
  ...['\r', '\n', '\t', '\x7f', '\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D', '\x1b[H', '\x1b[F'],
  ...[
    '\x01',
    '\x02',
    '\x05',
    '\x06',
    '\x0b',
    '\x15',
    '\x17',
    '\x19',
    '\x1f',
    '\x12',
    '\x0f',
    '\x14',
  ],
  ...[
    '\x1b[Z',
    '\x1b\r',
    '\x1b[1;3A',
    '\x1bb',
    '\x1bf',
    '\x1bd',
    '\x1by',
    '\x1b[3~',
    '\x1b[5~',
    '\x1b[6~',
  ],
  ...['\x03', ESC_KEY, '\x1b[13;2u', '\x1b]0;x\x07', '\x1b[<0;1;1M', '\x00', '\x1c', '\ud800'],
  ...[
    '\x1b[200~one line\x1b[201~',
    '\x1b[200~a\nb\nc\x1b[201~',
    '\x1b[200~\x1b[31m\x07中\x1b[201~',
  ],
]
const MOST_ASKED = 8
const SIZES = [
  [20, 5],
  [31, 7],
  [80, 24],
  [81, 10],
  [132, 43],
] as const

/**
 * Presses random keys, prints, resizes, asks and shows panels, and compares the screen again and again with one that
 * was drawn from scratch.
 * @param until  called after each round of 25 events; false ends the run
 * @returns the number of events
 */
export async function pressRandomKeys(
  seed: number,
  until: (events: number) => boolean,
): Promise<number> {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const screen = openHeadless(80, 24)
  const { input: keys, output } = screen
  const input = openInput({ input: keys, output, terminal: true, form: 'rich' })
  input.complete(async (before) => {
    const prefix = /[@/]\w*$/.exec(before)?.[0]
    if (prefix === undefined) return null
    return {
      prefix,
      items: ['one', 'two', 'three'].map((value) => ({ value, detail: '中 detail' })),
    }
  })
  const questions: AbortController[] = []
  const work = createWork()
  void readLines(input, work)
  /** Each question has a signal of its own, as in a session; with many open ones the oldest is withdrawn. */
  const ask = () => {
    const question = new AbortController()
    if (questions.push(question) > MOST_ASKED) questions.shift()?.abort()
    return question.signal
  }
  await whenLoaded(screen)
  let events = 0
  try {
    do {
      work.end()
      for (let at = 0; at < 25; at += 1) {
        events += 1
        await act(random(), { input, screen, pick, ask, events })
      }
      await compare(screen, `seed ${seed}, after ${events} events`)
    } while (until(events))
  } finally {
    for (const question of questions) question.abort()
    input.close()
  }
  return events
}

/** Work that goes on until `end` is called. */
interface Work {
  next(): Promise<void>
  end(): void
}

function createWork(): Work {
  let end = () => {}
  return {
    next: () => new Promise<void>((resolve) => (end = resolve)),
    end: () => end(),
  }
}

async function readLines(input: Input, work: Work): Promise<void> {
  for (;;) {
    const line = await input.next('> ')
    if (line === null) return
    // Some lines are worked on until the next round: what is typed meanwhile is queued.
    if (line.includes('a')) await work.next()
    input.takeQueued()
  }
}

interface Scene {
  input: Input
  screen: Headless
  pick<T>(list: readonly T[]): T
  ask(): AbortSignal
  events: number
}

async function act(chance: number, { input, screen, pick, ask, events }: Scene): Promise<void> {
  if (chance < 0.85) return screen.type(pick(KEYS))
  if (chance < 0.89)
    return input.print(pick([`line ${events}\n`, '中文\n', 'open ', `${'y'.repeat(200)}\n`]))
  if (chance < 0.92) {
    const rows = pick([
      null,
      ['one row'],
      ['中中中中中中中中中中中中', 'two', 'three', 'four', 'five', 'six'],
    ])
    return input.panel(pick(['stream', 'plan'] as const), rows)
  }
  if (chance < 0.94) return input.status(pick([null, '… thinking 3 s']))
  if (chance < 0.95) return input.bar(pick([null, 'default · model']))
  if (chance < 0.96)
    return void input.ask(pick(['ok? ', 'a question that is longer than half of a row? ']), ask())
  if (chance < 0.965) {
    const items = ['one', 'two', 'three 中'].map((label) => ({ label, preview: () => ['p', 'q'] }))
    return void input.choose({ title: 'which?', items }, ask())
  }
  if (chance < 0.985) {
    const [columns, rows] = pick(SIZES)
    await screen.resize(columns, rows)
  }
}

/** A completion may arrive, and a question end, between the two reads. */
const LOOKS = 5
const POLL_MS = 5

const asks = (rows: readonly string[]) => /\? $/.test(rows.at(-1) ?? '')

/** The rows of the area are the last ones on the screen, and the same after the screen was drawn from scratch. */
/** The editor is loaded behind the prompt: keys before that are shown later than others. */
async function whenLoaded(screen: Headless): Promise<void> {
  screen.type('~')
  while (!(await screen.look()).rows.some((row) => row.includes('~'))) await pause(POLL_MS)
  screen.type('\x7f')
}

async function compare(screen: Headless, when: string): Promise<void> {
  // Keys that came in one chunk with the next one would be drawn before their lines are taken.
  await screen.look()
  let shown = ''
  for (let look = 0; look < LOOKS; look += 1) {
    screen.type(NO_KEY)
    const before = await screen.look()
    screen.type(CLEAR)
    const after = await screen.look()
    const shift = before.cursor.row - after.cursor.row
    const same = before.rows.slice(Math.max(0, shift), shift + after.rows.length)
    const isSame = JSON.stringify(same) === JSON.stringify(after.rows) && shift >= 0
    if (isSame && before.cursor.column === after.cursor.column) return
    shown += `${JSON.stringify({ before, after })} || `
    // Only a late completion, or a question that ended meanwhile, may differ: then the next look is the same.
    const isLate = [...before.rows, ...after.rows].some((row) => row.startsWith('→'))
    if (!isLate && asks(before.rows) === asks(after.rows)) break
  }
  throw new Error(`the screen is not what a redraw shows: ${when}\n${shown}`)
}
