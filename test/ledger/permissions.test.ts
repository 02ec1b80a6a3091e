import Database from 'better-sqlite3'
import t from 'tap'
import { freshLedger, startTask } from '../kit/ledger.js'

const ASKED = {
  step: 1,
  tool: 'web_fetch',
  what: 'fetch https://a.example',
  reason: '',
  rule: 'network',
  mode: 'default',
  pattern: 'web_fetch from a.example',
  approval: { kind: 'hosts', tool: 'web_fetch', hosts: ['a.example'] },
  lastEvidence: 0,
} as const

t.test('every answer is a row without secrets, and can be revoked once', async (t) => {
  const ledger = freshLedger(t)
  const { sessionId, taskId } = startTask(ledger)
  const at = { ...ASKED, sessionId, taskId }
  const number = ledger.recordAnswer({ ...at, decision: 'always' })
  const what = 'run curl -H "Authorization: Bearer sk-abcdefghijklmnopqrstuvwxyz"'
  ledger.recordAnswer({ ...at, what, decision: 'no', reason: 'no', pattern: null, approval: null })
  const [first, second] = ledger.receipts(sessionId)
  t.match(first, { ...at, number, decision: 'always', revokedMs: null, stale: false })
  t.match(second, { decision: 'no', reason: 'no', approval: null })
  t.notMatch(second?.what, /sk-abc/)
  t.equal(ledger.revokeAnswer(number), true)
  t.equal(ledger.revokeAnswer(number), false)
  t.equal(ledger.revokeAnswer(99), false)
  t.type(ledger.receipts(sessionId)[0]?.revokedMs, 'number')
  t.same(ledger.receipts('s_other'), [])
  const kinds = [...ledger.exportRows(taskId)].map((line) => JSON.parse(line).type)
  t.equal(kinds.filter((kind) => kind === 'permission').length, 2)
})

t.test('an answer is stale after a web page came into its session', async (t) => {
  const ledger = freshLedger(t)
  const { sessionId, taskId } = startTask(ledger)
  const other = startTask(ledger)
  const always = { ...ASKED, decision: 'always' as const }
  ledger.recordAnswer({ ...always, sessionId, taskId, lastEvidence: 0 })
  ledger.recordAnswer({ ...always, sessionId, taskId, lastEvidence: 5 })
  ledger.recordAnswer({ ...always, sessionId: other.sessionId, taskId: other.taskId })
  const stale = (id: string) => ledger.receipts(id).map((row) => row.stale)
  const db = new Database(ledger.path)
  t.teardown(() => db.close())
  db.prepare("INSERT INTO blobs (hash, purpose, bytes) VALUES ('h', 'payload', x'00')").run()
  const insert = db.prepare(`
    INSERT INTO evidence
      (number, task_id, step, kind, subject, summary, facts, payload_hash, payload_bytes)
    VALUES (?, ?, 1, ?, 's', 's', '{}', 'h', 1)`)
  insert.run(4, taskId, 'file_read')
  t.same(stale(sessionId), [false, false], 'what the project itself holds changes nothing')
  insert.run(5, taskId, 'web_page')
  t.same(stale(sessionId), [true, false])
  t.same(stale(other.sessionId), [false])
})
