import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import t from 'tap'
import { ledgerOf } from '../crash/kit/crash_run.js'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { openProgram } from '../kit/program.js'

t.test('a damaged ledger stops a resume with what to do; the repair lets it go on', async (t) => {
  const box = openProgram(t, { 'a.txt': 'one\n' })
  const read = act(['read_file', { path: 'a.txt' }])
  const endpoint = await startEndpoint(({ step }) => streamed(step <= 2 ? read : say('Done.')))
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  await box.run([...at, '--max-steps', '2', '-p', 'What is in a.txt?'])
  const path = ledgerOf(dirname(box.data)) ?? ''
  const db = new Database(path)
  db.exec("UPDATE episodes SET reply = replace(reply, 'a.txt', 'b.txt') WHERE step = 2")
  db.close()

  const refused = await box.run([...at, 'resume'])
  t.match(refused, {
    code: 1,
    stderr: /is damaged: step 2 of task t_\w+ is not as it was committed/,
  })
  t.match(refused.stderr, /ledger verify --repair/)
  t.match(await box.run(['ledger', 'verify']), { code: 1, stdout: /^damaged: / })
  const repaired = await box.run(['ledger', 'verify', '--repair'])
  t.match(repaired, { code: 0, stdout: /^repaired: [^\n]+\n.*ends after step 1\./ })
  t.ok(existsSync(`${path}.damaged-1`))
  t.match(await box.run(['ledger', 'verify', '--repair']), { code: 0, stdout: /^ok: / })
  t.match(await box.run([...at, 'resume']), { code: 0 })
})
