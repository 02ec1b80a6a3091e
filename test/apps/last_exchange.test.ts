import t from 'tap'
import { outputNote } from '#core'
import { columnsOf } from '#terminal'
import { taskLine } from '../../apps/cli/output/task_state.js'
import { taskTitle } from '../../apps/cli/output/task_title.js'
import { lastExchange } from '../../apps/cli/session/start/last_exchange.js'
import { freshLedger, startTask } from '../kit/ledger.js'

const SIZE = { columns: 40, rows: 24 }

t.test('the last message and the end of its answer, in at most ten rows', async (t) => {
  const ledger = freshLedger(t)
  const id = ledger.createSession({ cwd: '/nowhere', model: 'm', mode: 'default', title: 'empty' })
  t.same(lastExchange(ledger, id, SIZE), [], 'no message yet')
  const { sessionId, taskId } = startTask(ledger, 'count\n\nto thirty')
  t.same(lastExchange(ledger, sessionId, SIZE), ['> count', '  to thirty', '(open)'])
  const text = Array.from({ length: 30 }, (_, at) => `line ${at + 1}\n`).join('\n')
  ledger.finish(taskId, { status: 'resolved', text, cites: [], proven: false })
  const rows = lastExchange(ledger, sessionId, SIZE)
  const end = ['…', 'line 25', 'line 26', 'line 27', 'line 28', 'line 29', 'line 30']
  t.same(rows, ['> count', '  to thirty', ...end])
  t.same(
    lastExchange(ledger, sessionId, { columns: 20, rows: 5 }),
    ['> count …', 'line 30'],
    'a small terminal keeps its rows',
  )
})

t.test('a long message is cut, and no control character reaches the terminal', async (t) => {
  const ledger = freshLedger(t)
  const { sessionId, taskId } = startTask(ledger, '数'.repeat(3_000))
  const end = { status: 'resolved' as const, cites: [], proven: true }
  ledger.finish(taskId, { ...end, text: `\x1b[2J${'word '.repeat(3_000)}end` })
  const rows = lastExchange(ledger, sessionId, SIZE)
  t.equal(rows.length, 10)
  t.ok(rows.every((row) => columnsOf(row) <= 40))
  t.same([rows[2], rows[3]], [`  ${'数'.repeat(18)} …`, '…'])
  t.match(rows.at(-1), /end$/)
  const control = startTask(ledger, 'a\x1b[2Jb')
  ledger.finish(control.taskId, { ...end, text: 'c\x1b]0;title\x07d' })
  t.notMatch(lastExchange(ledger, control.sessionId, SIZE).join(''), /\p{Cc}/u)
})

t.test('the output of a `!` line is in no title: they show what was typed', async (t) => {
  const ledger = freshLedger(t)
  const ran = { command: 'git log\n# `all`', end: 'exit code 0', output: 'a\n\nb', more: '' }
  const notes = [ran, { ...ran, command: 'ls', more: 'Call read_output with id b1.' }].map(
    outputNote,
  )
  const { sessionId, taskId } = startTask(ledger, ['what\n\nchanged?', ...notes].join('\n\n'))
  const task = ledger.tasks().find(({ id }) => id === taskId)
  if (task === undefined) return t.fail('no task')
  t.equal(taskTitle(task.text), 'what changed?')
  t.match(taskLine(task, ledger), /steps {2}what changed\?$/)
  t.same(lastExchange(ledger, sessionId, SIZE), ['> what', '  changed?', '(open)'])
  t.equal(taskTitle('I ran `ls` (exit code 1). Why?'), 'I ran `ls` (exit code 1). Why?')
})
