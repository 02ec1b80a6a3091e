import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLedger } from '#ledger'
import { endProcessesIn } from '../crash/kit/leftovers.js'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act } from '../kit/loop.js'
import { isDue, MOMENTS } from '../kit/rotation.js'
import { tracing, whyNoInjection } from './count_calls.js'
import { newRow, type Row, skippedRows } from './row.js'
import { type Keys, sitAt, whyNoTerminal } from './session_life.js'

// The kernel kills a session as it enters its nth system call of a kind, while /rewind and /fork are carried out. The
// next start has to say what is so, and nothing is half done.

const CAMPAIGN = 'session kills'
const CALLS = ['pwrite64', 'fdatasync', 'fsync', 'openat', 'write', 'rename', 'unlink'] as const
const CTRL_D = '\x04'
const AT_PROMPT = /(?:default|yolo): a/
const FILES = { 'one.txt': 'one\n', 'two.txt': 'two\n' }
const EDITED = { 'one.txt': 'ONE\n', 'two.txt': 'TWO\n' }
const REPLIES = [
  act(['read_file', { path: 'one.txt' }], ['read_file', { path: 'two.txt' }]),
  act([
    'multi_edit',
    {
      edits: [
        { path: 'one.txt', old_str: 'one', new_str: 'ONE' },
        { path: 'two.txt', old_str: 'two', new_str: 'TWO' },
      ],
    },
  ]),
  act(['resolve', { cites: ['e1', 'e2'], summary: 'one.txt and two.txt are in capitals' }]),
]

interface Deed {
  name: string
  /** Keys up to the one that does it, then that one. */
  keys: readonly Keys[]
  done: RegExp
  /** The call that changes a file. The nth one is killed as it begins, so each place before one is surely hit. */
  effect?: (typeof CALLS)[number]
}

/** Places of a kill in a rewind of two files: after its transaction nothing is written, or one file of two. */
const BETWEEN = ['between the transaction and the files', 'between the two files'] as const

const DEEDS: readonly Deed[] = [
  {
    name: 'rewind',
    keys: [
      [AT_PROMPT, '/rewind\r'],
      [/Go back to/, '\r'],
      [/c = code/, 'b\r'],
      [/go back\?/, 'y\r'],
    ],
    done: /left the conversation/,
    effect: 'rename',
  },
  { name: 'fork', keys: [[AT_PROMPT, '/fork the copy\r']], done: /This session is/ },
]

export interface SessionKillsOptions {
  /** Moments of each call. */
  moments: number
  /** Takes one in so many calls, others each day. */
  every: number
}

/** One row a deed and a system call. */
export default async function sessionKills(
  { moments, every }: SessionKillsOptions = { moments: MOMENTS, every: 1 },
): Promise<Row[]> {
  const skipped = whyNoInjection() ?? whyNoTerminal()
  if (skipped !== null) return skippedRows(CAMPAIGN, skipped)
  const base = mkdtempSync(join(tmpdir(), 'aircoder-deeds-'))
  const endpoint = await startEndpoint(({ step }) => streamed(REPLIES[step - 1] ?? act()))
  try {
    const lab = { base, at: ['--base-url', endpoint.baseUrl, '-m', 'fake'] }
    await prepare(lab)
    const rows: Row[] = []
    for (const deed of DEEDS) {
      const ranges = await count(lab, deed)
      if (deed.effect !== undefined && !ranges.has(deed.effect))
        throw new Error(`${deed.name} makes no call ${deed.effect}: which one changes its files?`)
      const isTaken = (call: string, at: number) => call === deed.effect || isDue(at, every)
      for (const [call, { from, to }] of [...ranges].filter(([call], at) => isTaken(call, at))) {
        const row = newRow(CAMPAIGN, `${deed.name}, ${call}`)
        const between = new Map(BETWEEN.map((name) => [name, 0]))
        let kills = 0
        const tries = Math.min(moments, to - from)
        for (let at = 0; at < tries; at += 1) {
          const nth = from + 1 + Math.floor(((at + 0.5) / tries) * (to - from))
          const found = await attempt(lab, deed, `${call}:signal=KILL:when=${nth}`)
          row.attempts += 1
          kills += found.isKilled ? 1 : 0
          const place = found.between
          if (place !== null) between.set(place, (between.get(place) ?? 0) + 1)
          row.violations.push(...found.problems.map((text) => `${row.what} ${nth}: ${text}`))
        }
        const places = [...between].filter(([, count]) => count > 0)
        const where = places.map(([name, count]) => `, ${count} ${name}`).join('')
        row.what = `${deed.name}, killed at ${call}: ${kills} of ${tries}${where}`
        if (call === deed.effect && places.length < BETWEEN.length)
          row.violations.push(`${row.what}: not each of ${BETWEEN.join(', ')} was hit`)
        rows.push(row)
        console.log(`${row.what}: ${row.violations.length} violations`)
      }
    }
    return rows
  } finally {
    await endpoint.close()
    await endProcessesIn(base)
    rmSync(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Lab {
  base: string
  at: readonly string[]
}

const live = (base: string) => join(base, 'live')

/** A session with one task that changed two files, and a copy of it for each attempt. */
async function prepare({ base, at }: Lab): Promise<void> {
  const folder = live(base)
  const words = ['put one.txt and two.txt into capitals', ...at, '--permission-mode', 'yolo']
  cpSync(makeProject(base), folder, { recursive: true })
  const { shown } = await sitAt(folder, words, [[/capitals[\s\S]*\(done after/, CTRL_D]])
  if (contents(folder) !== JSON.stringify(EDITED))
    throw new Error(`the task was not done: ${shown}`)
  cpSync(folder, join(base, 'kept'), { recursive: true })
}

function makeProject(base: string): string {
  const folder = join(base, 'project')
  for (const [name, text] of Object.entries(FILES)) {
    cpSync('/dev/null', join(folder, 'work', name), { recursive: true })
    writeFileSync(join(folder, 'work', name), text)
  }
  return folder
}

function restoreKept(base: string): string {
  rmSync(live(base), { recursive: true, force: true, maxRetries: 5 })
  cpSync(join(base, 'kept'), live(base), { recursive: true })
  return live(base)
}

/** The calls that a deed makes from its last key on. */
async function count({ base, at }: Lab, { keys, done }: Deed) {
  const log = join(base, 'calls.trace')
  const folder = restoreKept(base)
  const before = new Map<string, number>()
  const counted = () => {
    const lines = readFileSync(log, 'utf8').split('\n')
    return new Map(
      CALLS.map((name) => [name, lines.filter((line) => line.startsWith(`${name}(`)).length]),
    )
  }
  const { shown } = await sitAt(folder, ['-c', ...at], [...keys, [done, CTRL_D]], {
    through: ['strace', ...tracing(CALLS, log)],
    onKeys(number) {
      if (number === keys.length - 1) for (const [name, calls] of counted()) before.set(name, calls)
    },
  })
  if (!done.test(shown)) throw new Error(`the deed is not done here: ${shown}`)
  const ranges = [...counted()].map(
    ([name, to]) => [name, { from: before.get(name) ?? 0, to }] as const,
  )
  return new Map(ranges.filter(([, { from, to }]) => to > from))
}

async function attempt({ base, at }: Lab, { name, keys, done }: Deed, injection: string) {
  const folder = restoreKept(base)
  const [call = ''] = injection.split(':', 1)
  const through = ['strace', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${injection}`]
  const first = await sitAt(folder, ['-c', ...at], [...keys, [done, CTRL_D]], { through })
  const left = stateOf(folder)
  const next = await sitAt(folder, ['-c', ...at], [[AT_PROMPT, CTRL_D]])
  const now = stateOf(folder)
  const problems: string[] = []
  if (!AT_PROMPT.test(next.shown)) problems.push(`the next start shows no prompt: ${next.shown}`)
  problems.push(...now.damage)
  if (left.isOpen && !next.shown.includes('an interrupted undo was finished'))
    problems.push(`the next start does not say that it finished the undo: ${next.shown}`)
  if (now.isOpen) problems.push('the undo is still open')
  const wanted = name === 'rewind' && now.turns === 0 ? FILES : EDITED
  if (contents(folder) !== JSON.stringify(wanted))
    problems.push(`${now.turns} turns, and the files say ${contents(folder)}`)
  if (now.sessions !== left.sessions) problems.push('the next start changed the sessions')
  const between = left.isOpen && first.isKilled ? (BETWEEN[left.restored] ?? null) : null
  return { isKilled: first.isKilled, between, problems }
}

function contents(folder: string): string {
  const names = Object.keys(FILES)
  return JSON.stringify(
    Object.fromEntries(
      names.map((name) => [name, readFileSync(join(folder, 'work', name), 'utf8')]),
    ),
  )
}

/** What a kill left: turns of the first session, sessions, an open undo, files that are as before, damage. */
function stateOf(folder: string) {
  const projects = join(folder, 'data', 'projects')
  const [name = ''] = readdirSync(projects)
  const ledger = openLedger({ path: join(projects, name, 'ledger.sqlite') })
  try {
    const sessions = ledger.sessions()
    const [original] = sessions.filter(({ parentId }) => parentId === null)
    const id = original?.id ?? ''
    const { ok, problems } = ledger.verify()
    const files = Object.entries(FILES)
    const restored = files.filter(
      ([file, text]) => readFileSync(join(folder, 'work', file), 'utf8') === text,
    )
    const damage = ok ? [] : problems.map((text) => `ledger: ${JSON.stringify(text)}`)
    return {
      turns: ledger.tasks({ sessionId: id, inConversation: true }).length,
      sessions: sessions.length,
      isOpen: ledger.restores(id).some(({ status }) => status === 'open'),
      restored: restored.length,
      damage,
    }
  } finally {
    ledger.close()
  }
}
