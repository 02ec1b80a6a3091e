import { writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { RecordedReply } from '#core'
import { type Ledger, openLedger } from '#ledger'
import { readTree } from '../../crash/kit/tree.js'
import { act, openLoop } from '../../kit/loop.js'
import { SAID } from './read_trace.js'

const raised = (path: string, from: number) => ({
  path,
  old_str: `mark = ${from}`,
  new_str: `mark = ${from + 1}`,
})
const EDITED = ['a.txt', 'src/b.txt']
/** So long that the log is copied into the ledger once on the way: SQLite does it at 1,000 pages of 4 KiB. */
const FILLER = Array.from({ length: 24_000 }, (_, line) => `${line * 7_919} filler`).join('\n')
const BIG_EVERY = 4

/** Edits of two files at once and new files, some of them large, in turn. */
function repliesFor(steps: number): RecordedReply[] {
  return Array.from({ length: steps }, (_, at) => {
    if (at === steps - 1) return act(['resolve', { cites: ['e1', 'e2'], summary: 'all is done' }])
    const from = Math.floor(at / 2)
    if (at % 2 === 0)
      return act(['multi_edit', { edits: EDITED.map((path) => raised(path, from)) }])
    const content = at % BIG_EVERY === 1 ? `${at}\n${FILLER}` : `number ${at}\n`
    return act(['write_file', { path: `src/new/file${at}.txt`, content }])
  })
}

export const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'mark = 0\n',
  'src/b.txt': 'mark = 0\n',
}

/** What is found when the ledger is opened. */
export interface Found {
  steps: number
  problems: string[]
}

/** What a run comes to: also the tree and the canonical export. */
export interface End extends Found {
  tree: Map<string, string>
  lines: string
}

/** Opens the ledger as a run does, and closes it. */
export function look(base: string): Found {
  const ledger = openLedger({ path: join(base, 'data', 'ledger.sqlite') })
  try {
    return findIn(ledger)
  } finally {
    ledger.close()
  }
}

/**
 * Goes on with the task in this folder to its end, or begins it. Every committed step is said on standard error.
 * @param base  has `work`, and `data` after the first run
 */
export async function goOn(base: string, steps: number, isLoud: boolean): Promise<End> {
  const ends: (() => void)[] = []
  const t = { teardown: (end: () => void) => ends.push(end) } as unknown as Test
  try {
    const loop = openLoop(t, { base, replies: repliesFor(steps) })
    const found = findIn(loop.ledger())
    const [[task] = [null]] = loop.ledger().sql('SELECT id FROM tasks').rows
    const taskId = task === null ? loop.add('Raise all marks.') : String(task)
    let said = found.steps
    const { result } = await loop.run(taskId, { readBeforeEdit: 'off' }, (event) => {
      if (event.type === 'step') said += 1
      if (event.type === 'step' && isLoud) writeSync(2, `${SAID}${said}`)
      return false
    })
    const after = loop.ledger().verify().problems
    if (result === null) after.push('the task did not end')
    const tree = readTree(join(base, 'work'))
    const problems = [...found.problems, ...after]
    return { steps: found.steps, problems, tree, lines: loop.canonical() }
  } finally {
    for (const end of ends) end()
  }
}

function findIn(ledger: Ledger): Found {
  const [[steps] = [0]] = ledger.sql('SELECT count(*) FROM episodes').rows
  return { steps: Number(steps), problems: ledger.verify().problems }
}
