import t from 'tap'
import { openLedger } from '#ledger'
import { type Input, openInput, sayEnglish } from '#terminal'
import { keepWaiting } from '../../apps/cli/waiting/keep_waiting.js'
import { restoreWaiting } from '../../apps/cli/waiting/restore_waiting.js'
import { openHeadless } from '../kit/headless.js'
import { freshLedger, makeStep, startTask } from '../kit/ledger.js'

const ALT_ENTER = '\x1b\r'
const ALT_UP = '\x1b[1;3A'
const ESC = '\x1b[27u'

for (const form of ['rich', 'plain'] as const)
  t.test(`${form}: a line that waits is in the ledger until it is taken`, async (t) => {
    const ledger = freshLedger(t)
    const { sessionId, taskId } = startTask(ledger)
    const terminal = openHeadless()
    const { input: keys, output } = terminal
    const input = openInput({ input: keys, output, terminal: true, form })
    t.teardown(() => input.close())
    const say = sayEnglish
    const keeper = keepWaiting({ ledger, input, say }, () => sessionId)
    const stored = () => ledger.waitingLines(sessionId).map(({ text }) => text)
    const holds = async (lines: string[]) => {
      const limit = performance.now() + 20_000
      while (stored().join() !== lines.join() && performance.now() < limit)
        await new Promise((done) => setTimeout(done, 5))
      t.same(stored(), lines)
    }

    terminal.type('use the other file\r')
    await holds(['use the other file'])
    if (form === 'rich') {
      terminal.type(`then commit${ALT_ENTER}`)
      await holds(['use the other file', 'then commit'])
      terminal.type(ALT_UP)
      await holds(['use the other file'])
      terminal.type(ALT_ENTER)
      await holds(['use the other file', 'then commit'])
      const rest = [{ text: 'then commit', isFollowUp: true }]
      t.same(input.takeQueued(), ['use the other file'])
      t.equal(stored().length, 2, 'what is taken is stored until its step is')
      ledger.commit({ ...makeStep(taskId, 1), waiting: input.queued() })
      t.same(
        ledger.waitingLines(sessionId),
        rest,
        'a step stores what is left with what it delivers',
      )
      t.equal(await input.next('> '), 'then commit')
      t.same(ledger.waitingLines(sessionId), rest)
      ledger.createTask({ sessionId, text: 'then commit', message: null, waiting: input.queued() })
      t.same(stored(), [], 'and so does the task that a line becomes')
      terminal.type('and test\r')
      await holds(['and test'])
    }
    input.unsend(() => {})
    await holds([])
    ledger.keepWaiting(sessionId, [{ text: 'old', isFollowUp: false }])
    keeper.settle()
    t.same(stored(), ['old'], 'what came back into the input line was not sent')
    input.retype('')
    await new Promise((done) => setImmediate(done))
    keeper.settle()
    t.same(stored(), [])
    t.teardown(() => terminal.type(ESC))
  })

t.test(
  'what waited comes back into the input line, without its secret, and stays stored',
  async (t) => {
    const ledger = freshLedger(t)
    const { sessionId } = startTask(ledger)
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
    ledger.keepWaiting(sessionId, [
      { text: 'use the other file', isFollowUp: false },
      { text: `then push with ${secret}`, isFollowUp: true },
    ])
    const seen = { shown: '', typed: 'half' }
    const input = {
      print(text: string) {
        seen.shown += text
      },
      typed: () => seen.typed,
      retype(text: string) {
        seen.typed = text
      },
    }
    restoreWaiting(ledger, sessionId, { input, say: sayEnglish })
    t.match(seen.shown, 'in the input line: use the other file · then push with ')
    t.match(seen.typed, /^use the other file\nthen push with .*\nhalf$/)
    t.notMatch(seen.typed, secret)
    const kept = openLedger({ path: ledger.path, readOnly: true })
    t.equal(kept.waitingLines(sessionId).length, 2)
    kept.close()
    ledger.removeSession(sessionId)
    t.same(ledger.waitingLines(sessionId), [])
  },
)

t.test('lines that wait go with the person to another session', async (t) => {
  const ledger = freshLedger(t)
  const ids = [startTask(ledger).sessionId, startTask(ledger).sessionId] as const
  let at: string | null = null
  let changed = () => {}
  let lost = ''
  const lines = [{ text: 'use the other file', isFollowUp: false }]
  const input = {
    queued: () => lines,
    typed: () => '',
    print: (text: string) => {
      lost += text
    },
    onQueue: (handler: () => void) => {
      changed = handler
    },
  } as unknown as Input
  const keeper = keepWaiting({ ledger, input, say: sayEnglish }, () => at)
  const stored = () => ids.map((id) => ledger.waitingLines(id).length)
  changed()
  t.same(stored(), [0, 0], 'no task runs yet')
  for (const [id, shares] of [
    [ids[0], [1, 0]],
    [ids[1], [0, 1]],
  ] as const) {
    at = id
    keeper.settle()
    t.same(stored(), shares)
  }
  ledger.close()
  changed()
  t.match(lost, /^The line is queued, and could not be stored: /)
})
