import t from 'tap'
import type { EvidenceDraft, TaskStatus } from '#core'
import type { Ledger } from '#ledger'
import { freshLedger, makeEdit, makeRead, makeStep, makeTest, startTask } from '../kit/ledger.js'

const makeDecision = (subject: string, summary: string): EvidenceDraft => ({
  kind: 'decision',
  subject,
  summary,
  payload: Buffer.from(summary),
  facts: {},
})

/** Two tasks with evidence of several kinds. */
function seed(ledger: Ledger) {
  const { taskId } = startTask(ledger)
  const steps: EvidenceDraft[][] = [
    [makeRead('src/queue.ts', 'export class Queue {}'), makeTest('npm test', false)],
    [makeDecision('src/queue.ts', 'keep the array, a ring buffer is not worth it')],
    [
      makeEdit('src/queue.ts'),
      makeTest('npm test -- queue', false),
      makeTest('npm run lint', null),
    ],
    [makeRead('src/queue.ts', 'export class Queue { size = 0 }'), makeTest('npm test', true)],
    [
      makeRead('src/deep/queue.test.ts', '빈 대기열에서 오류가 난다'),
      makeDecision('README', 'say 100% less_than before'),
    ],
  ]
  for (const [index, evidence] of steps.entries())
    ledger.commit(makeStep(taskId, index + 1, evidence))
  const other = startTask(ledger, 'another').taskId
  ledger.commit(
    makeStep(other, 1, [makeTest('pytest', false), makeRead('src/queue.ts', 'old Ünïcode text')]),
  )
  return { taskId, other }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).join(' ')

t.test('row 4: evidence is found by predicate, exactly the matching row', (t) => {
  const ledger = freshLedger(t)
  const { taskId, other } = seed(ledger)
  const found = (predicate: Parameters<Ledger['find']>[0]) => idsOf(ledger.find(predicate))
  const failing = { kind: 'test_result' as const, passed: false }
  t.equal(found({ taskId, ...failing, limit: 1 }), 'e5', 'the last failing test')
  t.equal(found({ ...failing, limit: 1 }), 'e11', 'the last failing test of any task')
  t.equal(
    found({ kind: 'decision', subject: 'src/queue.ts' }),
    'e3',
    'the decision about src/queue.ts',
  )
  t.equal(
    found({ taskId, kind: 'file_read', subject: 'src/queue.ts' }),
    'e7 e1',
    'every read of this path, newest first',
  )
  t.equal(found({ taskId, kind: 'file_read', subjectGlob: 'src/*queue*' }), 'e9 e7 e1')
  t.equal(
    found({ taskId, kind: 'test_result', passed: true }),
    'e8',
    'a run that does not tell is neither',
  )
  t.equal(found({ taskId, sinceStep: 4 }), 'e10 e9 e8 e7')
  t.equal(found({ taskId: other, text: 'queue' }), 'e12')
  t.equal(found({ kind: 'file_read', text: 'class size' }), 'e7', 'all words must occur')
  t.equal(ledger.find({}).length, 12)
  t.equal(found({ taskId: 't_none' }), '')
  const view = ledger.view(taskId)
  t.equal(view.lastEdit?.id, 'e4')
  t.equal(view.lastTest?.id, 'e8')
  t.equal(view.nextEvidence, 13)
  t.equal(ledger.evidence('e13'), null)
  t.equal(ledger.evidence('e1 OR 1'), null)
  t.end()
})

t.test('search finds parts of words in any script, and a query has no special characters', (t) => {
  const ledger = freshLedger(t)
  const { taskId } = seed(ledger)
  const found = (text: string) => idsOf(ledger.search(text, 10))
  t.equal(found('ring buffer'), 'e3')
  t.equal(found('UFFE'), 'e3', 'part of a word, any case')
  t.equal(found('대기열'), 'e9')
  t.equal(found('오류'), 'e9', 'two characters are below the index and found all the same')
  t.equal(found('빈 대기열에서'), 'e9')
  t.equal(found('100%'), 'e10')
  t.equal(found('s_t'), 'e10', 'an underscore is an underscore')
  t.equal(found('%_'), '')
  t.equal(found('Ünïcode'), 'e12')
  for (const odd of [
    '',
    '  ',
    '"',
    '""" OR',
    'NEAR(a b)',
    'subject:queue*',
    '-ring',
    'a\0b',
    '(',
    '😀😀😀',
  ])
    t.ok(Array.isArray(ledger.search(odd, 5)), JSON.stringify(odd))
  t.equal(ledger.search('queue', 2).length, 2)
  const long = 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(3)
  ledger.commit(
    makeStep(taskId, 6, [
      makeRead('long', `${long} tail`),
      makeRead('late', `${'x'.repeat(65_536)} needle`),
    ]),
  )
  t.equal(found(long), 'e13')
  t.equal(found(`${long}!`), '', 'the text decides, not the index')
  t.equal(found('needle'), '', 'beyond the first 64 kB a payload is not searched')
  ledger.commit(
    makeStep(taskId, 7, [
      makeRead('binary', Buffer.concat([Buffer.from('zebra'), Buffer.from([255])])),
    ]),
  )
  t.equal(found('zebra'), '', 'bytes that are no text are not searched')
  t.end()
})

t.test('sql runs one read-only statement and refuses everything else', (t) => {
  const ledger = freshLedger(t)
  const { taskId } = seed(ledger)
  t.same(ledger.sql('SELECT count(*) AS rows, 1 AS one FROM evidence'), {
    columns: ['rows', 'one'],
    rows: [[12, 1]],
  })
  t.same(ledger.sql('-- why\n/* so */ WITH a(x) AS (VALUES (7)) SELECT x FROM a;').rows, [[7]])
  t.ok(ledger.sql('EXPLAIN QUERY PLAN SELECT * FROM tasks').rows.length > 0)
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n'
  t.equal(ledger.sql(endless).rows.length, 10_000)
  const refused = [
    '',
    'DELETE FROM tasks',
    'WITH a AS (SELECT 1) DELETE FROM tasks',
    'SELECT 1; DELETE FROM tasks',
    'PRAGMA user_version = 3',
    'PRAGMA table_info(tasks)',
    "ATTACH 'x' AS y",
    'VACUUM',
    'UPDATE tasks SET text = 1 RETURNING id',
    'SELECT * FROM nothing',
    'SELEC 1',
    "SELECT load_extension('x')",
  ]
  for (const statement of refused)
    t.throws(
      () => ledger.sql(statement),
      { code: 'SQL_REFUSED', hint: /The tables are .*\btasks, / },
      statement,
    )
  t.equal(ledger.tasks().length, 2)
  t.equal(ledger.view(taskId).task.step, 5)
  t.end()
})

t.test(
  'row 242: sessions list newest first, titles are one line of 60 characters, 50 are kept',
  (t) => {
    const ledger = freshLedger(t)
    const ids = Array.from({ length: 55 }, (_, index) => {
      const { sessionId, taskId } = startTask(ledger, `task ${index}`)
      const statuses: TaskStatus[] = ['resolved', 'failed', 'denied']
      const status = index === 2 ? 'interrupted' : (statuses[index % 3] ?? 'resolved')
      if (index !== 1) ledger.finish(taskId, { status, text: '', cites: [], proven: false })
      return sessionId
    })
    t.same(
      ledger.sessions().map(({ id }) => id),
      ids.toReversed(),
    )
    const [first = ''] = ids
    ledger.updateSession(first, {
      title: `  많은\n글자 ${'가'.repeat(80)}`,
      model: 'other',
      windowTokens: 8_192,
      tokenFactor: 1.2,
    })
    const row = ledger.session(first)
    t.equal([...row.title].length, 60)
    t.match(row.title, /^많은 글자 가+…$/)
    t.match(row, { model: 'other', mode: 'default', tasks: 1, unfinished: 0 })
    const [second = ''] = ids.slice(1)
    ledger.updateSession(second, { title: `use ghp_${'a'.repeat(30)}` })
    t.notMatch(ledger.session(second).title, 'ghp_', 'a key is in no title')

    t.equal(ledger.pruneSessions(), 3, 'of the five oldest, two have a task that can be taken up')
    t.equal(ledger.sessions().length, 52)
    t.same(
      ledger
        .sessions()
        .slice(-2)
        .map(({ unfinished }) => unfinished),
      [1, 1],
    )
    t.equal(ledger.pruneSessions(), 0)
    t.same(ledger.verify(), { ok: true, problems: [] })
    t.end()
  },
)

t.test('row 244: a session is found by the beginning of its id', (t) => {
  let count = 0
  const ledger = freshLedger(t, { makeId: (prefix) => `${prefix}_${'aab'[count++ % 3]}${count}` })
  const make = () => ledger.createSession({ cwd: '/', model: 'm', mode: 'plan', title: '' })
  const [one, two, three] = [make(), make(), make()]
  t.equal(ledger.session('s_b').id, three)
  t.throws(() => ledger.session('s_a'), { code: 'USAGE', message: /2 sessions/ })
  t.equal(ledger.session(one).id, one)
  t.throws(() => ledger.session('s_z'), { code: 'NO_SUCH_SESSION' })
  t.throws(() => ledger.updateSession('s_z', {}), { code: 'NO_SUCH_SESSION' })
  ledger.removeSession(two)
  t.same(
    ledger.sessions().map(({ id }) => id),
    [three, one],
  )
  t.end()
})

t.test('removing a session removes all its rows, and no number is used twice', (t) => {
  const ledger = freshLedger(t)
  const gone = startTask(ledger, 'to be removed')
  const shared = makeRead('a', 'shared by both')
  ledger.commit(makeStep(gone.taskId, 1, [shared, makeRead('b', 'only here')]))
  const kept = startTask(ledger, 'to be kept')
  const plan = [
    {
      node: { ...(ledger.view(kept.taskId).plan[0] ?? failed()), cites: ['e1', 'e3'] },
      narrative: '',
    },
  ]
  ledger.commit(makeStep(kept.taskId, 1, [shared], { plan }))
  const fork = ledger.createSession({
    cwd: '/',
    model: 'm',
    mode: 'plan',
    title: '',
    parentId: gone.sessionId,
  })
  ledger.removeSession(gone.sessionId)
  t.throws(() => ledger.view(gone.taskId), { code: 'NO_SUCH_ROW' })
  t.equal(ledger.evidence('e1'), null)
  t.equal(idsOf(ledger.search('shared', 5)), 'e3')
  t.equal(idsOf(ledger.search('only here', 5)), '')
  t.same(ledger.sql('SELECT count(*) FROM blobs').rows, [[1]], 'bytes that nobody names are gone')
  t.equal(ledger.session(fork).parentId, null)
  t.same(ledger.verify(), { ok: true, problems: [] }, 'also a cite of a removed row is no damage')
  const { evidence } = ledger.commit(makeStep(kept.taskId, 2, [shared]))
  t.equal(evidence[0]?.id, 'e4')
  t.end()
})

function failed(): never {
  throw new Error('there is no root')
}

t.test('row 20: counts of a task, its tokens, its end', (t) => {
  const ledger = freshLedger(t)
  const { taskId, sessionId } = startTask(ledger)
  const step = makeStep(taskId, 1, [makeRead('a', '12345')])
  const usage = { promptTokens: 10, completionTokens: 3, reusedPrefixTokens: 7 }
  ledger.commit({ ...step, reply: { ...step.reply, usage } })
  ledger.commit({ ...makeStep(taskId, 2, [makeRead('b', '1')]), reply: { ...step.reply, usage } })
  t.same(ledger.counts(taskId), { episodes: 2, evidence: 2, planNodes: 1, payloadBytes: 6 })
  t.same(ledger.usage(taskId), { promptTokens: 20, completionTokens: 6, reusedPrefixTokens: 14 })
  ledger.finish(taskId, { status: 'resolved', text: 'so it is', cites: ['e2'], proven: true })
  t.match(ledger.tasks({ sessionId, status: ['resolved'] }), [
    { id: taskId, steps: 2, endText: 'so it is', cites: ['e2'], proven: true },
  ])
  t.same(ledger.tasks({ status: ['open', 'limit'] }), [])
  ledger.reopen(taskId)
  t.match(ledger.tasks({ status: ['open'] }), [
    { id: taskId, endText: '', cites: [], endedMs: null },
  ])
  t.end()
})

t.test('row 4: a word of any length is found by each of its characters', (t) => {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger)
  const word = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x61 + (at % 26))).join(
    '',
  )
  ledger.commit(makeStep(taskId, 1, [makeRead('a.ts', `before ${word} after`)]))
  for (let length = 1; length <= word.length; length += 1) {
    const part = word.slice(word.length - length)
    t.equal(ledger.search(part, 5).length, 1, part)
    for (let at = 0; at < length; at += 7)
      t.equal(ledger.search(`${part.slice(0, at)}#${part.slice(at + 1)}`, 5).length, 0, `${at}`)
  }
  t.end()
})

t.test('the newest sessions are listed, and one is found by the beginning of its id', (t) => {
  const ledger = freshLedger(t)
  const ids = ['one', 'two', 'three'].map((title) =>
    ledger.createSession({ cwd: '/w', model: 'm', mode: 'default', title }),
  )
  const [, second = '', third = ''] = ids
  t.same(
    ledger.sessions(2).map(({ id }) => id),
    [third, second],
  )
  t.same(ledger.sessions(0), [])
  t.equal(ledger.sessions().length, 3)
  t.equal(ledger.session(second).title, 'two')
  t.equal(ledger.session(second.slice(0, -1)).id.startsWith(second.slice(0, -1)), true)
  t.throws(() => ledger.session('%'), { code: 'NO_SUCH_SESSION' })
  t.throws(() => ledger.session('s_'), { code: 'USAGE' })
  t.equal(ledger.pruneSessions(1), 2, 'all but the newest')
  t.equal(ledger.sessions()[0]?.id, third)
  t.end()
})
