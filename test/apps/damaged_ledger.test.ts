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

/** What the newest migration adds. */
const INDEXES = ['generations_task', 'episodes_counted', 'intents_process', 'intents_unfinished']

t.test('a run and a resume update the ledger of an older version', async (t) => {
  const box = openProgram(t, { 'a.txt': 'one\n' })
  const read = act(['read_file', { path: 'a.txt' }])
  const endpoint = await startEndpoint(({ step }) => streamed(step <= 2 ? read : say('Done.')))
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  const ask = [...at, '--max-steps', '1', '-p', 'What is in a.txt?']
  t.match(await box.run(ask), { code: 4 })
  const path = ledgerOf(dirname(box.data)) ?? ''
  for (const [words, code] of [
    [ask, 4],
    [['resume', ...at], 0],
  ] as const) {
    const db = new Database(path)
    for (const name of INDEXES) db.exec(`DROP INDEX ${name}`)
    db.exec("DELETE FROM migrations WHERE name = 'm014_long_tasks'")
    db.close()
    t.match(await box.run(['sessions']), {
      code: 1,
      stderr: /^error: An older aircoder wrote.*\nhint: /,
    })
    t.match(await box.run([...words]), { code })
    t.match(await box.run(['sessions']), { code: 0 })
  }
})
