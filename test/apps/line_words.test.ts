import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openLedger } from '#ledger'
import { sayEnglish } from '#terminal'
import { usableLedgerPath } from '../../apps/cli/data/ledger_path.js'
import { openDesk } from '../../apps/cli/desk/open_desk.js'
import { keepRestrictions } from '../../apps/cli/run/keep_restrictions.js'
import { judgeSession, wantedSession } from '../../apps/cli/run/wanted_session.js'
import { completeLine } from '../../apps/cli/session/line/complete_line.js'
import { openHistory } from '../../apps/cli/session/line/history_file.js'
import type { Talk } from '../../apps/cli/session/talk.js'
import { loadSettings } from '../../apps/cli/settings/load_project.js'
import { freshLedger, startTask } from '../kit/ledger.js'

const signal = new AbortController().signal

t.test('commands, skills and files complete what is typed', async (t) => {
  let listings = 0
  const paths = [
    'src/price.ts',
    'src/tax/price list.md',
    'price.md',
    'docs/pretty_rice.md',
    'a.txt',
    'xprice.c',
    'a/longer/price.ts',
  ]
  const talk = {
    commands: [
      { name: 'mode', help: 'the mode' },
      { name: 'model', help: 'the model' },
    ],
    wired: {
      deps: {
        guides: {
          shelf: {
            skills: [
              { name: 'modest', description: 'a skill' },
              { name: 'mode', description: 'hidden by the command' },
            ],
          },
        },
        workspace: {
          listAll: async () => {
            listings += 1
            return { paths }
          },
        },
      },
    },
  } as unknown as Talk
  const complete = completeLine(talk)
  const values = async (before: string, isFirstLine = true) =>
    (await complete(before, isFirstLine, signal))?.items.map(({ value }) => value) ?? null
  t.same(await values('/MOD'), ['/mode', '/model', '/modest'])
  t.same(await complete('/model', true, signal), {
    prefix: '/model',
    items: [{ value: '/model', detail: 'the model' }],
  })
  t.equal(await values('/mode', false), null, 'a command begins on the first line')
  t.equal(await values('say /mode'), null)
  t.same(await values('read @price'), [
    '@price.md',
    '@src/price.ts',
    '@a/longer/price.ts',
    '@"src/tax/price list.md"',
    '@xprice.c',
    '@docs/pretty_rice.md',
  ])
  t.same(await values('(@tax'), ['@src/tax/', '@"src/tax/price list.md"'])
  t.match(await complete('see @"src/tax', false, signal), { prefix: '@"src/tax' })
  t.equal(await values('me@price'), null, 'an address is no mention')
  t.equal(listings, 1, 'the files are listed once for a while')
  const late = new AbortController()
  late.abort()
  t.equal(await complete('@a', true, late.signal), null)
})

t.test('typed lines are kept in a private file, without secrets, and bounded', async (t) => {
  const path = join(t.testdir({}), 'history.jsonl')
  const history = openHistory(path)
  t.same(history.lines, [])
  history.add('first\nline')
  history.add('use ghp_abcdefghijklmnopqrstuvwxyz0123456789')
  history.add('x'.repeat(10_001))
  t.equal(statSync(path).mode & 0o777, 0o600)
  const { lines } = openHistory(path)
  t.equal(lines.length, 2)
  t.equal(lines[0], 'first\nline')
  t.notMatch(readFileSync(path, 'utf8'), 'ghp_abc')
  const many = Array.from({ length: 2_001 }, (_, at) => `${JSON.stringify(`line ${at}`)}\n`)
  writeFileSync(path, `${many.join('')}no JSON\n`)
  const kept = openHistory(path)
  t.equal(kept.lines.length, 1_000)
  t.equal(kept.lines.at(-1), 'line 2000')
  t.equal(readFileSync(path, 'utf8').split('\n').length, 1_001, 'the file is cut')
})

t.test(
  '-c is the newest session, -r ID is one by its beginning, and nothing else is one',
  async (t) => {
    const ledger = freshLedger(t)
    t.equal(wantedSession(ledger, { continue: true }), undefined, 'there is none yet')
    const first = startTask(ledger, 'one').sessionId
    const second = startTask(ledger, 'two').sessionId
    t.equal(wantedSession(ledger, {}), undefined)
    t.equal(wantedSession(ledger, { continue: true }), second)
    t.equal(wantedSession(ledger, { resume: true }), second)
    t.equal(wantedSession(ledger, { resume: first }), first)
    t.equal(wantedSession(ledger, { resume: first.slice(0, -1) }), first)
    t.throws(() => wantedSession(ledger, { resume: 's_none' }), { code: 'NO_SUCH_SESSION' })
    for (const stored of [ledger, null])
      t.throws(() => judgeSession({ resume: 's_none' })(stored), { code: 'NO_SUCH_SESSION' })
    t.doesNotThrow(() => judgeSession({ resume: true })(null))
    t.doesNotThrow(() => judgeSession({ resume: first })(ledger))
  },
)

t.test('a run that asks nobody says once what was queued and not delivered', async (t) => {
  const ledger = freshLedger(t)
  const { sessionId } = startTask(ledger)
  const other = startTask(ledger).sessionId
  ledger.keepWaiting(sessionId, [{ text: 'use the\nother file', isFollowUp: false }])
  const said = (outputFormat: 'text' | 'json') => {
    const own = process.stderr.write
    let shown = ''
    process.stderr.write = ((text: string) => {
      shown += text
      return true
    }) as typeof own
    try {
      const settings = {} as never
      const desk = openDesk(
        { outputFormat },
        {},
        { mayAsk: false, settings, say: sayEnglish, ledger, held: { release() {} } },
      )
      for (const id of [other, sessionId, sessionId]) desk.sit(id)
      desk.close()
    } finally {
      process.stderr.write = own
    }
    return shown
  }
  t.equal(
    said('text'),
    `Queued when the last run ended and not delivered: use the other file · \`aircoder -r ${sessionId}\` brings it back.\n`,
  )
  t.equal(said('json'), '')
  t.equal(ledger.waitingLines(sessionId).length, 1, 'it stays stored')
})

t.test(
  '-c brings back what was forbidden, and the mode only to a person and never yolo',
  async (t) => {
    const flags = { continue: true as const, cwd: t.testdir({}), dataDir: t.testdir({}) }
    const path = usableLedgerPath(loadSettings(flags, flags.cwd, {}), flags.cwd)
    const ledger = openLedger({ path })
    const { taskId } = startTask(ledger)
    const kept = (given: Record<string, string | string[]>, isPerson: boolean) => {
      ledger.give(taskId, given)
      const { permissionMode, deny, capabilities, allow } = keepRestrictions(flags, {
        isPerson,
      }).flags
      return { permissionMode, deny, capabilities, allow }
    }
    const none = {
      permissionMode: undefined,
      deny: undefined,
      capabilities: undefined,
      allow: undefined,
    }
    for (const [permissionMode, person, nobody] of [
      ['plan', 'plan', 'plan'],
      ['acceptEdits', 'acceptEdits', undefined],
      ['yolo', undefined, undefined],
    ] as const) {
      t.match(kept({ permissionMode }, true), { ...none, permissionMode: person })
      t.match(kept({ permissionMode }, false), { ...none, permissionMode: nobody })
    }
    t.same(kept({ deny: ['a'], capabilities: 'read', allow: ['run_command:*'] }, false), {
      ...none,
      deny: ['a'],
      capabilities: 'read',
    })
    t.same(kept({ capabilities: 'turbo' }, true), none)
    ledger.give(taskId, { permissionMode: 'yolo' })
    t.match(keepRestrictions(flags, { isPerson: true }).says, [
      /--permission-mode yolo, which must be given again/,
    ])
    ledger.close()
  },
)
