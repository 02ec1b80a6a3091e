import { existsSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { act, openLoop, say } from '../kit/loop.js'

t.test('no effect happens once the ledger was moved; put back, the task goes on', async (t) => {
  const write = (name: string) => act(['write_file', { path: name, content: 'new\n' }])
  const loop = openLoop(t, { replies: [write('a.txt'), write('b.txt'), say('Done.')] })
  const data = join(loop.root, '..', 'data')
  const aside = `${data}-aside`
  const taskId = loop.add('Write two files.')
  const run = loop.run(taskId, {}, ({ type }) => {
    if (type === 'step') renameSync(data, aside)
    return false
  })
  await t.rejects(run, { code: 'LEDGER_MOVED', message: new RegExp(dirname(data)) })
  t.equal(loop.read('a.txt'), 'new\n')
  t.notOk(existsSync(join(loop.root, 'b.txt')))
  t.notOk(existsSync(data), 'no other ledger is begun')

  renameSync(aside, data)
  loop.reopen()
  const { result } = await loop.run(taskId)
  t.not(result, null, 'it ends')
  t.equal(loop.read('b.txt'), 'new\n')
  t.same(loop.ledger().verify().problems, [])
})
