import t from 'tap'
import { freshLedger, makeReply, makeStep, startTask } from '../kit/ledger.js'

t.test('statements has what was said before a call that could not be read', async (t) => {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger)
  const problem = { code: 'parser_error', message: 'x' } as const
  const said = [
    { text: 'The factor is 8117.' },
    { text: 'The base is 595. {"path": "data/a.txt is', problem },
    { text: 'Action: read_file is 7.', problem },
    { text: 'The rate is 9.', problem: { code: 'repetition', message: 'x' } as const },
  ]
  for (const [at, reply] of said.entries())
    ledger.commit({
      ...makeStep(taskId, at + 1),
      reply: makeReply([], reply),
      outcomes: [],
      nudged: true,
    })
  t.same(ledger.statements(taskId, 10), [
    { step: 2, text: 'The base is 595.' },
    { step: 1, text: 'The factor is 8117.' },
  ])
})
