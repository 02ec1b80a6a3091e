import t from 'tap'
import { openLedger } from '#ledger'
import { createScriptModel } from '#model'
import { makeRead, makeStep, startTask } from '../kit/ledger.js'
import { act, openLoop, say } from '../kit/loop.js'

t.test('another session takes numbers during a step: the step names its rows again', async (t) => {
  const loop = openLoop(t, { files: { 'a.txt': 'alpha\n' } })
  const other = openLedger({ path: loop.ledger().path })
  t.teardown(() => other.close())
  const { taskId: theirs } = startTask(other)
  const task = loop.add('what does a.txt say?')
  const model = createScriptModel([act(['read_file', { path: 'a.txt' }]), say('It says alpha.')])
  const { result } = await loop.run(task, { model }, (event) => {
    if (event.type === 'tool_call') other.commit(makeStep(theirs, 1, [makeRead('b.ts', 'text')]))
    return false
  })
  t.match(result, { subtype: 'resolved', text: 'It says alpha.' })
  const [row] = loop.ledger().find({ taskId: task, limit: 10 }).slice(-1)
  t.equal(row?.id, 'e2', 'e1 is a row of the other session')
  const sent = JSON.stringify(loop.requests.at(-1)?.messages)
  t.match(sent, 'e2')
  t.notMatch(sent, /\be1\b/, 'the model reads the id that the row got')
  t.same(loop.ledger().verify(), { ok: true, problems: [] })
})
