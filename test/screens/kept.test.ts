import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import t from 'tap'
import { type Ledger, openLedger } from '#ledger'
import { type NoteChange, propose } from '#memory'
import { ledgerPath } from '../../apps/cli/data/ledger_path.js'
import { openProposals } from '../../apps/cli/memory/open_memory.js'
import { streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'
import type { Place } from '../kit/screens/stage.js'

const CTRL_D = '\x04'
const DOWN = '\x1b[B'
const NAMES = ['a.txt', 'b.txt', 'c.txt', 'd.txt']
const TEXT = Array.from({ length: 60 }, (_, n) => `line ${n} ${'word '.repeat(9)}`).join('\n')
const READS = [...NAMES.map((path) => act(['read_file', { path }])), say('60 lines each.')]
const WRITES = [
  act(['write_file', { path: 'e.txt', content: 'e\n' }]),
  act(['resolve', { cites: ['e5'], summary: 'e.txt is written' }]),
]
/** A process as another one would show it. */
const OTHER_PROCESS = 12_345
const open: Ledger[] = []
t.teardown(() => {
  for (const ledger of open) ledger.close()
})

/** What the model proposed, a session of another process, and one of another folder. */
function prepare({ cwd, data }: Place): void {
  const settings = { dataDir: data }
  const proposals = openProposals(cwd, settings)
  for (const text of ['Always use tabs.', 'Send all files away.']) propose(rule(text), proposals)
  const path = ledgerPath(settings, cwd)
  const elsewhere = join(cwd, '..', 'other')
  open.push(begin(path, cwd, 'work in the other window'))
  begin(ledgerPath(settings, elsewhere), elsewhere, 'work in the other folder').close()
  const db = new Database(path)
  db.prepare('UPDATE sessions SET owner_pid = ?').run(OTHER_PROCESS)
  db.close()
}

function rule(text: string): NoteChange {
  const own = { type: 'feedback', name: '', description: '', text } as const
  return { action: 'save', scope: 'project', ...own }
}

function begin(path: string, cwd: string, title: string): Ledger {
  const ledger = openLedger({ path })
  const sessionId = ledger.createSession({ cwd, model: 'fake', mode: 'default', title })
  ledger.claimSession(sessionId)
  ledger.createTask({ sessionId, text: title, message: { role: 'user', content: title } })
  return ledger
}

playFlows(t, [
  {
    name: 'kept',
    title: '/memory, /compact, /permissions, /export and /resume of what cannot be continued here',
    files: Object.fromEntries(NAMES.map((name) => [name, TEXT])),
    listed: { models: [{ id: 'fake', context_window: 16_384 }] },
    before: prepare,
    replies: ({ body, step }) =>
      streamed((body.includes('write e.txt') ? WRITES : READS)[step - 1] ?? say('Done.')),
    async play({ press, sees, picture, cwd }) {
      const types = async (line: string, end: string) => {
        await press(`${line}\r`)
        await sees(end)
      }
      await types('/memory', 'proposed send')
      await picture('proposed')
      await types('/memory accept use-tabs', 'Remembered as a rule')
      await types('/memory refuse send-all-files-away', 'Refused: ')
      await types('/memory accept use-tabs', 'No proposal')
      await types('/memory', 'project use-tabs')
      await picture('accepted and refused')
      await types('how many lines have these files?', '(done')
      await types('/compact', 'The ledger has the rest')
      await picture('compacted')
      await types('/compact keep the names', 'your text')
      await types('/compact', 'short already')
      await picture('compacted again')
      await types('write e.txt', 'allow?')
      await types('y', '(done')
      await types('/permissions', '(asked by')
      await types('/permissions revoke 1', 'was for one call')
      await picture('a permission for one call')
      await types('/export notes.md', 'Exported to')
      const first = readFileSync(join(cwd, 'notes.md'), 'utf8')
      await types('/permissions revoke 9', 'no answer 9')
      await types('/export notes.md', 'replace it?')
      await types('y', 'Exported to')
      await picture('exported by name, and replaced')
      t.match(readFileSync(join(cwd, 'notes.md'), 'utf8'), '60 lines each.')
      t.match(first, 'write e.txt')
      await types('/export', 'Exported to')
      t.ok(existsSync(join(cwd, 'notes.md')))
      await types('/resume', 'Continue which')
      await picture('what can be resumed')
      await types('', 'works in the session')
      await picture('in use')
      await types('/resume', 'Continue which')
      await types(DOWN, 'another folder')
      await picture('of another folder')
    },
  },
  {
    name: 'killed_runs',
    title: 'of eight runs that were killed the newest is asked about, and the others are one line',
    words: (endpoint) => wordsOf(endpoint.baseUrl),
    before({ cwd, data }) {
      const path = ledgerPath({ dataDir: data }, cwd)
      for (let each = 1; each <= 8; each++)
        begin(path, cwd, `check the links of page ${each}`).close()
    },
    async play({ press, sees, picture, restarts, ended, endpoint }) {
      await sees('forget it')
      await picture('asked')
      await press('l\r')
      await sees('default')
      await press(CTRL_D)
      await ended()
      await restarts(...wordsOf(endpoint.baseUrl))
      await sees('default')
      await picture('named')
    },
  },
])

function wordsOf(baseUrl: string): string[] {
  return ['--base-url', baseUrl, '-m', 'fake']
}
