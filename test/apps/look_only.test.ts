import t from 'tap'
import { openProgram } from '../kit/program.js'

t.test('commands that only read need no folder that can be written', async (t) => {
  const box = openProgram(t)
  for (const words of [['sessions'], ['ledger', 'tasks'], ['egress'], ['undo', '--dry-run']]) {
    const ran = await box.run([...words, '--data-dir', '/proc'])
    t.match(ran.stderr, /^Nothing has run in .* yet\. No task can run: /, words.join(' '))
    t.equal(ran.code, 0, words.join(' '))
  }
  const wrong = await box.run(['sessions', '--data-dir', '/proc/no/such'])
  t.match(wrong, { code: 2, stderr: /cannot hold the ledger/ }, 'a typing error is still one')
})
