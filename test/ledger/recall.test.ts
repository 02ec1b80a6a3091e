import { join } from 'node:path'
import Database from 'better-sqlite3'
import t from 'tap'
import { type EvidenceDraft, LIMITS } from '#core'
import { type Ledger, openLedger } from '#ledger'
import { freshLedger, makeEdit, makeRead, makeStep, startTask } from '../kit/ledger.js'

const wanted = (...words: string[]) => words.map((word) => ({ word, weight: 1 }))
const output = (text: string): EvidenceDraft => ({
  kind: 'shell_output',
  subject: 'cat',
  summary: 'exit code 0',
  payload: Buffer.from(text),
  facts: { command: 'cat', exitCode: 0 },
})

/** A text of definitions; each has one rare word. */
function definitions(names: readonly string[]): string {
  return names
    .map((name) =>
      [
        `function ${name}() {`,
        ...Array.from({ length: 8 }, (_, at) => `  common(${at})`),
        '}',
      ].join('\n'),
    )
    .join('\n')
}

const foundIn = (ledger: Ledger, taskId: string, ...words: string[]) =>
  ledger
    .recall({ taskId, words: wanted(...words), limit: 9 })
    .map(({ id, chunk }) => `${id}:${chunk}`)

t.test('the parts of results that have the rarest words come first', async (t) => {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger)
  const { taskId: other } = startTask(ledger, 'another')
  ledger.commit(makeStep(taskId, 1, [output(definitions(['apple', 'pear', 'plum']))]))
  ledger.commit(makeStep(other, 1, [output(definitions(['pear']))]))
  ledger.commit(makeStep(taskId, 2, [makeRead('b.ts', definitions(['cherry', 'pear']))]))
  t.same(foundIn(ledger, taskId, 'cherry'), ['e3:0'])
  t.same(foundIn(ledger, taskId, 'pear'), ['e3:1', 'e1:1'], 'newer first, none of another task')
  t.equal(foundIn(ledger, taskId, 'common', 'plum')[0], 'e1:2', 'a word in all tells nothing')
  t.same(foundIn(ledger, taskId, 'nowhere', '"', 'a OR b', '', 'x𞤀y'), [], 'no query syntax')
  t.same(foundIn(ledger, 't_unknown', 'pear'), [])
})

t.test('an edit is not recalled, and neither is what is no text', async (t) => {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger)
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x70])
  ledger.commit(makeStep(taskId, 1, [makeEdit('src/queue.ts'), makeRead('a.png', bytes)]))
  t.same(foundIn(ledger, taskId, 'queue', 'png', 'p'), [])
})

t.test('the index goes with its session, and is bounded for a large output', async (t) => {
  const path = join(t.testdir(), 'ledger.sqlite')
  const ledger = openLedger({ path })
  const { sessionId, taskId } = startTask(ledger)
  const { taskId: other } = startTask(ledger, 'another')
  ledger.commit(makeStep(taskId, 1, [output('apple\n'.repeat(LIMITS.searchableBytes))]))
  ledger.commit(makeStep(other, 1, [output('apple')]))
  const entries = () => {
    const db = new Database(path, { readonly: true })
    const count = db.prepare('SELECT count(*) FROM evidence_chunks_docsize').pluck().get()
    db.close()
    return Number(count)
  }
  t.ok(entries() > 100 && entries() <= 1_001, `${entries()} chunks`)
  ledger.removeSession(sessionId)
  t.equal(entries(), 1)
  t.same(foundIn(ledger, other, 'apple'), ['e2:0'])
  t.same(ledger.verify(), { ok: true, problems: [] })
  ledger.close()
})

t.test('a ledger from before the index opens; its new rows are found', async (t) => {
  const path = join(t.testdir(), 'ledger.sqlite')
  const old = openLedger({ path })
  const { taskId } = startTask(old)
  old.commit(makeStep(taskId, 1, [output('apple')]))
  old.close()
  const db = new Database(path)
  db.exec("DROP TABLE evidence_chunks; DELETE FROM migrations WHERE name = 'm015_recall'")
  db.close()
  const ledger = openLedger({ path })
  t.teardown(() => ledger.close())
  ledger.commit(makeStep(taskId, 2, [output('apple')]))
  t.same(foundIn(ledger, taskId, 'apple'), ['e2:0'])
  t.same(ledger.verify(), { ok: true, problems: [] })
})

t.test('what a longer command wrote is recalled by its words', async (t) => {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger)
  const command = ['cat > a.py <<EOF', 'import b', 'quince = 1', 'print(quince)', 'EOF'].join('\n')
  const written = { ...output(''), facts: { command, exitCode: 0 } }
  const short = { ...output(''), facts: { command: 'echo quince', exitCode: 0 } }
  ledger.commit(makeStep(taskId, 1, [written]))
  ledger.commit(makeStep(taskId, 2, [short]))
  t.same(foundIn(ledger, taskId, 'quince'), ['e1:0'], 'a short one is in the log')
})
