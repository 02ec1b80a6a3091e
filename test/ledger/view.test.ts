import { randomBytes } from 'node:crypto'
import t from 'tap'
import type { EvidenceDraft, Message } from '#core'
import {
  freshLedger,
  makeCall,
  makeNode,
  makeOutcome,
  makeRead,
  makeReply,
  makeStep,
  readTables,
  startTask,
} from '../kit/ledger.js'

t.test(
  'row 3: payloads are returned byte for byte, also binary, empty and 1 MB; equal ones are stored once',
  (t) => {
    const ledger = freshLedger(t)
    const { taskId } = startTask(ledger)
    const payloads = [
      Buffer.alloc(0),
      Buffer.from([0, 255, 254, 0, 128, 10, 13]),
      randomBytes(1_048_576),
      Buffer.from('가나다 ✓ \0 \r\n end', 'utf8'),
      Buffer.from('\ufeffbyte order mark'),
    ]
    const drafts = [...payloads, ...payloads].map((payload, index) =>
      makeRead(`f${index}`, payload),
    )
    const { evidence } = ledger.commit(makeStep(taskId, 1, drafts))
    for (const [index, row] of evidence.entries()) {
      const payload = drafts[index]?.payload ?? Buffer.alloc(1)
      t.ok(ledger.payload(row.payloadHash).equals(payload))
      t.equal(row.payloadBytes, payload.length)
      t.same(ledger.evidence(row.id), row)
    }
    t.same(ledger.sql('SELECT count(*) FROM blobs').rows, [[payloads.length]])
    t.throws(() => ledger.payload('0'.repeat(64)), { name: 'AssertionError' })
    t.end()
  },
)

t.test('the prompt is read back as it was written, from the latest generation on', (t) => {
  const ledger = freshLedger(t)
  const { sessionId, taskId } = startTask(ledger)
  const wire = {
    id: 'x',
    type: 'function' as const,
    function: { name: 'f', arguments: '{ "b":1,\n"a": "\\u00e9\\"" }' },
  }
  const odd: Message[] = [
    { role: 'assistant', content: '', tool_calls: [wire] },
    { role: 'tool', tool_call_id: 'x', content: 'tab\t nul\0 lone \ud800 \u2028 가' },
  ]
  ledger.commit(makeStep(taskId, 1, [], { append: odd }))
  ledger.say(taskId, { role: 'user', content: 'and then' })
  const tail = () => ledger.view(taskId).tail
  t.same(
    tail().map(({ seq, step }) => [seq, step]),
    [
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 1],
    ],
  )
  t.equal(
    JSON.stringify(
      tail()
        .slice(1, 3)
        .map(({ message }) => message),
    ),
    JSON.stringify(odd),
  )
  const head: Message[] = [{ role: 'system', content: 'be brief' }]
  ledger.newGeneration(taskId, { head, tailFromSeq: 3, reason: 'watermark' })
  t.same(ledger.view(taskId).generation, {
    number: 1,
    head,
    tailFromSeq: 3,
    step: 1,
    reason: 'watermark',
    offered: null,
    model: 'm',
  })
  t.same(
    tail().map(({ seq }) => seq),
    [3, 4],
  )

  ledger.finish(taskId, { status: 'resolved', text: 'was easy', cites: [], proven: true })
  const next = ledger.createTask({ sessionId, text: 'another', message: null })
  const view = ledger.view(next)
  t.same(view.earlier, [
    { id: taskId, text: 'fix the test', status: 'resolved', summary: 'was easy' },
  ])
  t.equal(view.task.startSeq, 5)
  t.same([view.generation?.number, view.generation?.step], [1, 0], 'made before this task began')
  t.throws(() => Object.assign(view.task, { step: 9 }), TypeError, 'a view is frozen')
  t.end()
})

t.test('a copy has the prompt of its original, and what that prompt shows shortened', (t) => {
  const ledger = freshLedger(t)
  const { sessionId, taskId } = startTask(ledger)
  const call = { id: 'x', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
  const asked: Message = { role: 'assistant', content: '', tool_calls: [call] }
  const long: Message = { role: 'tool', tool_call_id: 'x', content: 'long '.repeat(90) }
  const short: Message = { ...long, content: 'short' }
  ledger.commit(makeStep(taskId, 1, [], { append: [asked, long] }))
  const head: Message[] = [{ role: 'system', content: 'be brief' }]
  ledger.newGeneration(taskId, { head, tailFromSeq: 2, reason: 'watermark', shown: { 3: short } })
  ledger.finish(taskId, { status: 'resolved', text: 'done', cites: [], proven: true })
  const message: Message = { role: 'user', content: 'another' }
  const next = ledger.createTask({ sessionId, text: 'another', message })
  ledger.updateSession(sessionId, { windowTokens: 8_192, tokenFactor: 1.2 })
  // A copy that ends before a task has its entries under other numbers.
  for (const [wish, messages] of [
    [{}, [asked, short, message]],
    [{ before: next }, [asked, short]],
  ] as const) {
    const copy = ledger.forkSession({ sessionId, words: [], ...wish })
    const view = ledger.view(ledger.createTask({ sessionId: copy, text: 'on', message: null }))
    t.match(view.generation, { head, reason: 'fork', model: 'm' })
    t.match(view.session, { windowTokens: 8_192, tokenFactor: 1.2 })
    t.same(
      view.tail.map((entry) => entry.message),
      messages,
    )
  }
  const later: Message[] = [{ role: 'system', content: 'of a task that is taken back' }]
  ledger.newGeneration(next, { head: later, tailFromSeq: 4, reason: 'watermark' })
  ledger.rewind({ taskId: next, notice: null, restore: null })
  const copy = ledger.forkSession({ sessionId, words: [] })
  t.same(ledger.carriedTasks(copy), [taskId])
  const own = ledger.createTask({ sessionId: copy, text: 'on', message: null })
  t.same(ledger.view(own).generation?.head, head)
  t.end()
})

t.test('the view has the problems and nudges in a row and the recent calls', (t) => {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger)
  const problem = { code: 'parser_error' as const, message: 'no JSON' }
  const bad = { reply: makeReply([], { problem }), outcomes: [] }
  for (const [index, change] of [
    {},
    bad,
    { nudged: true },
    { ...bad, nudged: true },
    { ...bad, nudged: true },
  ].entries())
    ledger.commit(makeStep(taskId, index + 1, [], change))
  const view = ledger.view(taskId)
  t.same([view.problemsInARow, view.nudgesInARow], [2, 3])
  t.same(
    view.recentCalls.map(({ step, tool }) => [step, tool]),
    [
      [1, 'read_file'],
      [3, 'read_file'],
    ],
  )
  t.not(view.recentCalls[0]?.callKey, view.recentCalls[1]?.callKey)
  t.equal(view.recentCalls[0]?.outcomeHash, view.recentCalls[1]?.outcomeHash)
  t.end()
})

t.test('secrets are not written to disk, but file images for recovery stay exact', (t) => {
  const ledger = freshLedger(t)
  const canary = `sk-${'Abcd1234'.repeat(5)}`
  const { taskId } = startTask(ledger, `use ${canary}`)
  const call = makeCall('c', 'write_file', { content: canary })
  const args = JSON.stringify({ content: `say "MY_TOKEN=${'x'.repeat(12)}\\" and go`, key: canary })
  const wire = {
    id: 'c',
    type: 'function' as const,
    function: { name: 'write_file', arguments: args },
  }
  const draft: EvidenceDraft = {
    ...makeRead(canary, `payload ${canary}`),
    facts: { path: canary, list: [canary] },
  }
  const step = {
    reply: makeReply([call], { text: canary, reasoning: canary }),
    outcomes: [makeOutcome(call, [draft], canary)],
    append: [{ role: 'assistant' as const, content: canary, tool_calls: [wire] }],
    plan: [{ node: makeNode('h', 'n1', { text: canary }), narrative: canary }],
    end: { status: 'resolved' as const, text: canary, cites: [], proven: false },
  }
  const { evidence } = ledger.commit(makeStep(taskId, 1, [], step))
  ledger.say(taskId, { role: 'user', content: canary })
  ledger.newGeneration(taskId, {
    head: [{ role: 'system', content: canary }],
    tailFromSeq: 1,
    reason: canary,
  })
  t.notMatch(
    JSON.stringify(readTables(ledger.path), (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    ),
    canary,
  )
  t.equal(ledger.payload(evidence[0]?.payloadHash ?? '').toString(), 'payload [redacted key]')
  const message = ledger.view(taskId).tail.find(({ step }) => step === 1)?.message
  t.match(
    JSON.parse(message?.tool_calls?.[0]?.function.arguments ?? ''),
    { key: '[redacted key]' },
    'still JSON',
  )

  ledger.reopen(taskId)
  const edits = [{ path: '.env.sample', before: null, after: Buffer.from(canary), fileMode: 0o600 }]
  const reply = makeReply([call])
  ledger.intend({
    taskId,
    step: 2,
    reply,
    ordinal: 0,
    call,
    effect: 'edit',
    edits,
    outcome: null,
    settled: [],
    estimatedTokens: 0,
  })
  const [intent] = ledger.view(taskId).pending?.intents ?? []
  t.equal(ledger.payload(intent?.files[0]?.afterHash ?? '').toString(), canary)
  t.same(intent?.call, call, 'what is still to be run is kept in its exact words until the commit')
  ledger.commit(makeStep(taskId, 2, [], { reply }))
  t.same(ledger.sql(`SELECT * FROM intents WHERE arguments LIKE '%${canary}%'`).rows, [])
  t.end()
})
