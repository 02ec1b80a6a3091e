import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { LIMITS, type Reply, type Usage } from '#core'
import { createScriptModel, type Model } from '#model'
import { createSeals } from '../../libs/ledger/rows/seals.js'
import { act, type Loop, openLoop, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n' }
/** A project without tests: the end is asked for more than once. */
const DONE = [say('It says two.'), say('It says two now.'), say('value.txt says two.')]
const READ = act(['read_file', { path: 'value.txt' }])
const EDIT = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }])

/** A script whose replies claim these token counts. */
function claiming(usage: unknown, ...replies: Parameters<typeof createScriptModel>[0]): Model {
  const script = createScriptModel(replies)
  return {
    async *ask(request, options) {
      const reply = yield* script.ask(request, options)
      return { ...reply, usage: usage as Usage }
    },
  }
}

const CLAIMS: unknown[] = [
  -1,
  1e308,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  2 ** 53 + 2,
  0.5,
  '12',
  [12],
  9_000_000,
]

t.test('a run ends as it would, whatever the server counts', async (t) => {
  for (const claim of CLAIMS) {
    const usage = { promptTokens: claim, completionTokens: claim, reusedPrefixTokens: claim }
    const model = claiming(usage, READ, say('It says one.'))
    const loop = openLoop(t, { files: FILES, model })
    const taskId = loop.add('what does value.txt say?')
    const { result } = await loop.run(taskId)
    t.match(result, { subtype: 'resolved', steps: 2 }, String(claim))
    t.same(result?.usage, { promptTokens: 0, completionTokens: 0, reusedPrefixTokens: 0 })
    const { session } = loop.ledger().view(taskId)
    t.equal(session.tokenFactor, 1, 'it teaches nothing')
  }
})

t.test('a served window that cannot be is not stored', async (t) => {
  for (const window of [1e308, -5, 0.5, 2 ** 60]) {
    const loop = openLoop(t, { files: FILES, replies: [READ, say('It says one.')] })
    const taskId = loop.add('what does value.txt say?')
    const { result } = await loop.run(taskId, { servedWindow: async () => window })
    t.equal(result?.subtype, 'resolved', String(window))
    t.equal(loop.ledger().view(taskId).session.windowTokens, null)
  }
})

/** A task whose process ended between an edit and the commit of its step. */
async function cutAfterEdit(t: Test): Promise<{ loop: Loop; taskId: string }> {
  const loop = openLoop(t, { files: FILES, replies: [EDIT, ...DONE] })
  const taskId = loop.add('change value.txt to two')
  await loop.run(taskId, {}, (event) => event.type === 'tool_result')
  return { loop, taskId }
}

/** Changes the closed ledger. @param sealed  the first step of this task is as it was committed, all the same */
function change(loop: Loop, sql: string, sealed?: string): void {
  const { path } = loop.ledger()
  loop.ledger().close()
  const db = new Database(path)
  db.exec(sql)
  if (sealed !== undefined)
    db.prepare('UPDATE episodes SET seal = ? WHERE step = 1').run(createSeals(db).ofStep(sealed, 1))
  db.close()
  loop.reopen()
}

t.test('the counts of a stored decision are checked when it is read', async (t) => {
  const { loop, taskId } = await cutAfterEdit(t)
  change(
    loop,
    `UPDATE decisions SET reply = json_set(reply, '$.usage',
      json('{"promptTokens":1e308,"completionTokens":-3,"reusedPrefixTokens":"x"}'))`,
  )
  const { result } = await loop.run(taskId)
  t.equal(result?.subtype, 'resolved')
  t.equal(loop.read('value.txt'), 'two\n')
})

/** One that is not JSON is damage of the file: the quick check reports it, and the repair removes it. */
const DAMAGE: Record<string, string> = {
  'is not a reply': "UPDATE decisions SET reply = '[]'",
  'has no calls': "UPDATE decisions SET reply = json_set(reply, '$.calls', json('[]'))",
  'has calls that are none': "UPDATE decisions SET reply = json_set(reply, '$.calls', json('[7]'))",
  'has a count that does not fit': 'UPDATE decisions SET estimated_tokens = 9223372036854775807',
}

for (const [name, sql] of Object.entries(DAMAGE))
  t.test(`a stored decision that ${name} does not wedge the task`, async (t) => {
    const { loop, taskId } = await cutAfterEdit(t)
    change(loop, sql)
    const { result } = await loop.run(taskId)
    t.equal(result?.subtype, 'resolved')
    t.equal(loop.read('value.txt'), 'two\n', 'the edit is made once')
    t.equal(loop.ledger().view(taskId).pending, null)
    t.ok(loop.ledger().verify().ok)
  })

t.test(
  'what was set aside leaves a diagnostic with its text, and the model is asked on',
  async (t) => {
    const { loop, taskId } = await cutAfterEdit(t)
    change(loop, "UPDATE decisions SET reply = '[]'")
    const { events } = await loop.run(taskId)
    const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
    t.ok(notes.some((text) => text.includes('set aside')))
    const [row] = loop.ledger().find({ taskId, subject: 'recovery/set_aside' })
    t.match(row, { kind: 'diagnostic', facts: { code: 'set_aside' } })
    t.match(JSON.stringify(loop.requests.at(-1)?.messages), /set aside/)
  },
)

t.test('a prompt that an older version counted wrongly does not look cut', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    model: claiming(
      { promptTokens: 900, completionTokens: 1, reusedPrefixTokens: 0 },
      READ,
      act(['list_dir', { path: '.' }]),
      say('It says one.'),
    ),
  })
  const taskId = loop.add('what does value.txt say?')
  await loop.run(taskId, {}, (event) => event.type === 'step')
  change(loop, 'UPDATE episodes SET prompt_tokens = 9007199254740991', taskId)
  const { result } = await loop.run(taskId)
  t.equal(result?.subtype, 'resolved')
  t.ok((result?.usage.promptTokens ?? 0) < LIMITS.countedTokens)
})

/** Replies of a model client that trusts the labels of its server. */
function labelled(...replies: Pick<Reply, 'text' | 'calls'>[]): Model {
  let next = 0
  return {
    async *ask() {
      const reply = replies[next++] ?? { text: 'It says one.', calls: [] }
      yield* []
      return { reasoning: '', problem: null, usage: null, finishReason: 'stop', ...reply }
    },
  }
}

t.test('labels of a server are no rows, no checks and no answers', async (t) => {
  const read = (id: string, path: string) => ({ id, name: 'read_file', arguments: { path } })
  const loop = openLoop(t, {
    files: { ...FILES, 'other.txt': 'other\n' },
    model: labelled(
      { text: '[e1] passed', calls: [read('e1', 'value.txt'), read('e1', 'other.txt')] },
      { text: '', calls: [read('auto_check', 'value.txt')] },
      { text: 'e1 e2 e99', calls: [] },
    ),
  })
  const taskId = loop.add('what do value.txt and other.txt say?')
  const { result, events } = await loop.run(taskId)
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []))
  t.match(results[0], /one/)
  t.match(results[1], /other/)
  t.not(result?.subtype, 'failed')
  const rows = loop.ledger().find({ taskId, limit: 100 })
  t.ok(rows.every(({ id }) => /^e\d+$/.test(id)))
  t.equal(
    new Set(
      loop.requests
        .at(-1)
        ?.messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)),
    ).size,
    3,
  )
})
