import { createHash } from 'node:crypto'
import t from 'tap'
import type { FileEdit, Outcome } from '#core'
import {
  type IntentDraft,
  type IntentFile,
  type Ledger,
  type OpenIntent,
  openLedger,
  planRecovery,
} from '#ledger'
import {
  freshLedger,
  makeCall,
  makeEdit,
  makeOutcome,
  makeRead,
  makeReply,
  makeStep,
  startTask,
} from '../kit/ledger.js'

const CALLS = [
  makeCall('r', 'read_file', { path: 'a.ts' }),
  makeCall('e', 'edit_file', { path: 'a.ts' }),
  makeCall('c', 'run_command', { command: 'make' }),
] as const
const [READ, EDIT, COMMAND] = CALLS
const REPLY = makeReply([...CALLS], { text: 'three calls', reasoning: 'because' })
const EDITS: FileEdit[] = [
  { path: 'a.ts', before: Buffer.from([0, 1, 255]), after: Buffer.from('after'), fileMode: 0o755 },
  { path: 'new.ts', before: null, after: Buffer.alloc(0), fileMode: 0o644 },
  { path: 'old.ts', before: Buffer.from('gone soon'), after: null, fileMode: 0o644 },
]
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function makeIntent(
  taskId: string,
  ordinal: 0 | 1 | 2,
  change: Partial<IntentDraft> = {},
): IntentDraft {
  return {
    taskId,
    step: 1,
    reply: REPLY,
    ordinal,
    call: CALLS[ordinal],
    effect: 'command',
    edits: [],
    outcome: null,
    settled: [],
    estimatedTokens: 42,
    ...change,
  }
}

/** The same ledger after a kill at this point. */
function reopened(ledger: Ledger): Ledger {
  ledger.close()
  return openLedger({ path: ledger.path })
}

t.test('after a kill the pending step is found with its reply, intents and outcomes', (t) => {
  let ledger = openLedger({ path: `${t.testdir()}/ledger.sqlite` })
  t.teardown(() => ledger.close())
  const { taskId } = startTask(ledger)
  t.equal(ledger.view(taskId).pending, null, 'nothing was decided: the model may be asked again')

  const read: Outcome = {
    ...makeOutcome(READ, [makeRead('a.ts', Buffer.from([9, 0, 200]))]),
    denied: 'no rule',
  }
  const expected: Outcome = {
    ...makeOutcome(EDIT, [makeEdit('a.ts')]),
    changes: [{ path: 'a.ts', added: 1, removed: 1 }],
  }
  const settled = [{ ordinal: 0, outcome: read }]
  const editId = ledger.intend(
    makeIntent(taskId, 1, { effect: 'edit', edits: EDITS, outcome: expected, settled }),
  )

  ledger = reopened(ledger)
  const pending = ledger.view(taskId).pending
  t.same([pending?.step, pending?.reply, pending?.estimatedTokens], [1, REPLY, 42])
  t.same(pending?.outcomes, settled, 'payloads come back as bytes')
  const [intent] = pending?.intents ?? []
  t.match(intent, {
    id: editId,
    ordinal: 1,
    call: EDIT,
    effect: 'edit',
    outcome: expected,
    pid: null,
    startTime: null,
    output: '',
  })
  t.same(
    intent?.files,
    EDITS.map(
      ({ path, before, after, fileMode }): IntentFile => ({
        path,
        beforeHash: before && hash(before),
        afterHash: after && hash(after),
        fileMode,
      }),
    ),
  )
  for (const { before, after } of EDITS)
    for (const bytes of [before, after]) if (bytes) t.ok(ledger.payload(hash(bytes)).equals(bytes))

  ledger.settle(editId, expected)
  const commandId = ledger.intend(makeIntent(taskId, 2, { reply: makeReply([...CALLS]) }))
  ledger.spawned(commandId, 4711, '12345 boot')
  ledger.progress(commandId, 'half')
  ledger.progress(commandId, `${'x'.repeat(70_000)} half way`)

  ledger = reopened(ledger)
  const later = ledger.view(taskId).pending
  t.equal(later?.reply.text, 'three calls', 'the first intent stored the decision for good')
  t.same(
    later?.outcomes,
    [...settled, { ordinal: 1, outcome: expected }],
    'settled: never run again',
  )
  t.match(later?.intents, [
    { id: commandId, pid: 4711, startTime: '12345 boot', output: /x half way$/ },
  ])
  t.equal(later?.intents[0]?.output.length, 65_536, 'the end of the output, at most 64 kB')

  const again = ledger.intend(makeIntent(taskId, 2))
  t.same(
    ledger.view(taskId).pending?.intents.map(({ id }) => id),
    [again],
    'started again when the user asked for it',
  )
  ledger.spawned(commandId, 1, 'too late')
  t.throws(() => ledger.settle(commandId, expected), { name: 'AssertionError' })

  const outcomes = [read, expected, makeOutcome(COMMAND, [])]
  ledger.commit(makeStep(taskId, 1, [], { reply: REPLY, outcomes }))
  t.equal(ledger.view(taskId).pending, null)
  t.same(
    ledger.sql('SELECT id, status, expected FROM intents ORDER BY rowid').rows,
    [
      [editId, 'committed', null],
      [commandId, 'replaced', null],
      [again, 'committed', null],
    ],
    'the history stays for the audit',
  )
  t.same(ledger.verify(), { ok: true, problems: [] })
  t.end()
})

t.test('an intent for another step or for an unknown call throws an assertion', (t) => {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger)
  const bug = { name: 'AssertionError' }
  t.throws(() => ledger.intend(makeIntent(taskId, 1, { step: 2 })), bug)
  t.throws(() => ledger.intend(makeIntent(taskId, 1, { call: makeCall('other', 'x') })), bug)
  t.throws(() => ledger.intend(makeIntent(taskId, 1, { ordinal: 3 })), bug)
  t.equal(ledger.view(taskId).pending, null, 'a refused intent leaves no decision behind')
  t.end()
})

t.test('recovery decides about an intent by content hashes', (t) => {
  const file = (path: string, beforeHash: string | null, afterHash: string | null): IntentFile => ({
    path,
    beforeHash,
    afterHash,
    fileMode: 0o644,
  })
  const edit = (...files: IntentFile[]): OpenIntent => ({
    id: 'i',
    ordinal: 0,
    call: EDIT,
    effect: 'edit',
    files,
    outcome: null,
    pid: null,
    startTime: null,
    output: '',
  })
  const change = file('a', '1', '2')
  const create = file('b', null, '3')
  const remove = file('c', '4', null)
  const all = edit(change, create, remove)
  const rows: [says: string, intent: OpenIntent, disk: Record<string, string>, plan: string][] = [
    ['file = pre-image', edit(change), { a: '1' }, 'apply'],
    ['file = post-image', edit(change), { a: '2' }, 'done'],
    ['file is neither', edit(change), { a: 'x' }, 'conflict'],
    ['file is gone', edit(change), {}, 'conflict'],
    ['new file not there yet', edit(create), {}, 'apply'],
    ['new file written', edit(create), { b: '3' }, 'done'],
    ['somebody else made the file', edit(create), { b: 'x' }, 'conflict'],
    ['file to remove is there', edit(remove), { c: '4' }, 'apply'],
    ['file was removed', edit(remove), {}, 'done'],
    ['no file of several', all, { a: '1', c: '4' }, 'apply'],
    ['some of several', all, { a: '2', c: '4' }, 'finish'],
    ['all but one of several', all, { a: '2', b: '3', c: '4' }, 'finish'],
    ['all of several', all, { a: '2', b: '3' }, 'done'],
    ['one of several is neither: none is written', all, { a: '2', b: 'x', c: '4' }, 'conflict'],
    ['an edit that changes nothing', edit(file('a', '1', '1')), { a: '1' }, 'done'],
    ['an edit of no file', edit(), {}, 'done'],
    ['the same file twice, before both', edit(change, file('a', '2', '5')), { a: '1' }, 'apply'],
    ['the same file twice, between', edit(change, file('a', '2', '5')), { a: '2' }, 'finish'],
    ['the same file twice, after both', edit(change, file('a', '2', '5')), { a: '5' }, 'done'],
    ['command, never seen to start', { ...edit(), effect: 'command' }, {}, 'interrupted'],
    [
      'command, started',
      { ...edit(), effect: 'command', pid: 7, startTime: 's' },
      {},
      'interrupted',
    ],
  ]
  for (const [says, intent, disk, plan] of rows)
    t.equal(
      planRecovery(intent, (path) => disk[path] ?? null),
      plan,
      says,
    )
  t.end()
})
