import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { openLedger } from '#ledger'
import { ledgerPath } from '../../apps/cli/data/ledger_path.js'
import type { listSessions } from '../../apps/cli/session/pick/list_sessions.js'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram, type Program } from '../kit/program.js'

/** Titles as another program, an older version or a copied ledger may have stored them: nothing cleaned them. */
const TITLES: Readonly<Record<string, string>> = {
  'escape sequences': 'A\x1b]0;OWNED\x07\x1b[2J\x1b[1;1HB\x9b31m\x9d0;C\x9c\x08\x08\x7f',
  'right to left': 'A invoice\u202efdp.exe\u2066x\u2069\u200f',
  'zero-width': 'A pay\u200bpal\u2060\ufeff\u00ad',
  'ten thousand characters': `A ${'long 中 '.repeat(1_400)}`,
  'an emoji at the cut': `A ${'x'.repeat(97)}😀 after it`,
  newline: 'A first row\nSession s_0000 removed\r\nthird\rfourth\u2028fifth\u0085sixth',
}
const ESC = '\x1b'
const ESC_KEY = '\x1b[27u'
const COUNT = Object.keys(TITLES).length
/** Whatever moves, hides, reorders or breaks a row, but new lines. */
const ACTS = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u
/** What a program sends that sets a title, or what only these titles hold. */
const FROM_TITLES = new RegExp(
  `${ESC}\\][012];|${ESC}\\[1;1H|[\\x80-\\x9f\\u202e\\u2066\\u2060\\u200b\\ufeff\\ufffd]`,
)
/** A message of the desktop. */
const MESSAGE = new RegExp(`${ESC}\\]9;[^\\x07]*\\x07`)

/** Stores each title as one of a session, of its task, and of the end of it. @returns ids of sessions by kind */
function storeTitles(box: Program): Map<string, string> {
  const settings = { dataDir: box.data } as Parameters<typeof listSessions>[0]['settings']
  const ledger = openLedger({ path: ledgerPath(settings, box.cwd) })
  const ids = new Map<string, string>()
  for (const [name, title] of Object.entries(TITLES)) {
    const id = ledger.createSession({ cwd: box.cwd, model: 'm', mode: 'default', title })
    const taskId = ledger.createTask({ sessionId: id, text: title, message: null })
    ledger.finish(taskId, { status: 'resolved', text: title, cites: [], proven: false })
    ids.set(name, id)
  }
  ledger.close()
  const raw = new Database(ledger.path)
  const session = raw.prepare('UPDATE sessions SET title = ? WHERE id = ?')
  for (const [name, title] of Object.entries(TITLES)) session.run(title, ids.get(name))
  raw.close()
  return ids
}

/** No message quotes the text: one of 10,000 characters, or with U+2028, would hide it. */
function isPlain(t: Test, text: string, where: string): void {
  const found = ACTS.exec(text)
  t.equal(found === null ? '' : JSON.stringify(found[0]), '', where)
}

t.test('hostile stored titles are one short line each in what is piped', async (t) => {
  const box = openProgram(t, {})
  const ids = storeTitles(box)
  for (const [words, count] of [
    [['sessions'], COUNT],
    [['sessions', 'search', 'A'], COUNT],
    [['sessions', 'search', 'first'], 1],
  ] as const) {
    const { stdout, code } = await box.run([...words])
    const where = words.join(' ')
    t.equal(code, 0, where)
    isPlain(t, stdout, where)
    t.equal(stdout.includes('<d83d>'), false, `${where}: no half of an emoji`)
    const rows = stdout.trimEnd().split('\n')
    t.equal(rows.length, count, where)
    for (const row of rows) {
      t.equal(/^s_\w+ {2}/.test(row), true, `${where}: a row is a session`)
      t.ok(row.length < 250, `${where}: a row is short`)
    }
  }
  for (const [name, id] of ids) {
    const shown = await box.run(['sessions', 'show', id])
    t.equal(shown.code, 0)
    isPlain(t, shown.stdout, name)
    t.equal(shown.stdout.trimEnd().split('\n').length, 4, `${name}: session, title, task and end`)
    for (const format of ['md', 'json', 'html']) {
      const { stdout, code } = await box.run(['sessions', 'export', id, '--format', format])
      t.equal(code, 0)
      isPlain(t, stdout, `${name} as ${format}`)
      const title = format === 'md' ? stdout.split('\n', 1)[0] : ''
      if (name === 'newline' && format === 'md')
        t.equal(title?.includes('sixth'), true, 'the heading is one line')
    }
    const left = await box.run(['sessions', 'rm', id, '--yes'])
    t.equal(left.code, 0)
    isPlain(t, left.stdout, `${name} removed`)
    t.equal(left.stdout.trimEnd().split('\n').length, 1)
  }
})

t.test(
  'hostile stored titles send nothing but text to a terminal: lists, picker, status, title, messages',
  WITH_TERMINAL,
  async (t) => {
    const endpoint = await startEndpoint(() => streamed(say('It is 42.')))
    t.teardown(() => endpoint.close())
    const box = openProgram(t, {})
    const ids = storeTitles(box)
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    for (const [name, id] of ids) {
      const me = sitDown(t, box, [...at, '-r', id], { env: { AIRCODER_NOTIFY: 'osc9' } })
      await me.sees('continuing the session: A')
      // The terminal says that nobody looks at it.
      me.type('\x1b[O')
      for (const [line, seen] of [
        ['/status', /ledger +\//],
        ['/sessions', new RegExp(`${id}[\\s\\S]*tasks?`)],
        ['what is it?', MESSAGE],
        ['/fork', /copy/],
      ] as const) {
        me.type(`${line}\r`)
        await me.sees(seen)
      }
      me.type('/resume\r')
      await me.sees('Continue which session?')
      for (let press = 0; press < COUNT; press += 1) {
        me.type('\x1b[B')
        await me.sees('→ A')
      }
      me.type(ESC_KEY)
      await me.sees('> ')
      me.type('/exit\r')
      t.equal(await me.leaves(), 0, name)
      t.equal(me.screen().includes('<d83d>'), false, `${name}: no half of an emoji`)
      const found = FROM_TITLES.exec(me.screen())
      t.equal(found === null ? '' : JSON.stringify(found[0]), '', name)
    }
  },
)
