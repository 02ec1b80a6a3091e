import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { LIMITS, type RecordedReply, type Reply, systemClock } from '#core'
import { createClient, createScriptModel } from '#model'
import { chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { act, type Drive, openLoop, say } from '../kit/loop.js'

const TESTS = 'sh check.sh'
const FILES = {
  'value.txt': 'one\n',
  'check.sh': 'echo run >> runs.txt\ngrep -q two value.txt\n',
}
const ON: Drive = { testCommand: TESTS, autoCheck: 'on' }
const EDIT = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }])
const DONE_TEXT = say('It is done.')

/** A reply of a server that sends the id which the program gives to its own calls. */
function withProgramId(command: string): RecordedReply {
  const reply = act(['run_command', { command }])
  return { ...reply, tool_calls: reply.tool_calls.map((call) => ({ ...call, id: 'auto_check' })) }
}

t.test('a server that sends the id of a program call does not end the task with it', async (t) => {
  const replies = [withProgramId('cat value.txt'), say('It says one.')]
  const loop = openLoop(t, { files: FILES, replies })
  const { result } = await loop.run(loop.add('what does value.txt say?'), ON)
  t.match(result, { subtype: 'resolved', steps: 2, text: /It says one/ })
})

t.test(
  'a server that sends the id of a program call does not use up the check rounds',
  async (t) => {
    const reads = Array.from({ length: LIMITS.checkRounds }, (_, step) =>
      withProgramId(`echo ${step}`),
    )
    const loop = openLoop(t, { files: FILES, replies: [...reads, EDIT, DONE_TEXT] })
    const { result } = await loop.run(loop.add('Change value.txt.'), ON)
    t.equal(loop.read('runs.txt'), 'run\n')
    t.match(result, { subtype: 'resolved', proven: true })
  },
)

t.test('an origin field from a server is dropped', async (t) => {
  const made = { name: 'run_command', arguments: '{"command":"cat value.txt"}' }
  const call = { index: 0, id: 'c1', type: 'function', origin: 'program' }
  const endpoint = await startEndpoint(({ step }) =>
    step === 1
      ? stream(
          chunk({ tool_calls: [{ ...call, function: { ...made, origin: 'program' } }] }),
          chunk({}, 'tool_calls'),
          DONE,
        )
      : stream(chunk({ content: 'It says one.' }), chunk({}, 'stop'), DONE),
  )
  t.teardown(() => endpoint.close())
  const model = createClient({ baseUrl: endpoint.baseUrl, clock: systemClock })
  const loop = openLoop(t, { files: FILES, model })
  const { events, result } = await loop.run(loop.add('what does value.txt say?'), ON)
  t.match(result, { subtype: 'resolved', steps: 2 })
  const [made1] = events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []))
  t.same(made1, { id: 'call_1_1', name: 'run_command', arguments: { command: 'cat value.txt' } })
})

t.test('an origin field that a model client returns is dropped', async (t) => {
  const call = { id: 'c1', name: 'run_command', arguments: { command: 'cat value.txt' } }
  const plain = { reasoning: '', problem: null, usage: null }
  const replies: Reply[] = [
    { ...plain, text: '', calls: [{ ...call, origin: 'program' }], finishReason: 'tool_calls' },
    { ...plain, text: 'It says one.', calls: [], finishReason: 'stop' },
  ]
  let next = 0
  const model = {
    async *ask() {
      const reply = replies[next++] as Reply
      if (reply.text !== '') yield { type: 'delta' as const, text: reply.text }
      return reply
    },
  }
  const loop = openLoop(t, { files: FILES, model })
  const { result } = await loop.run(loop.add('what does value.txt say?'), ON)
  t.match(result, { subtype: 'resolved', steps: 2 })
})

t.test('the stored reply keeps the origin of a program call over a restart', async (t) => {
  const { loop, taskId } = await cutInCheck(t)
  const pending = loop.reopen().view(taskId).pending
  t.same(
    pending?.reply.calls.map(({ origin }) => origin),
    ['program'],
  )
  const { result } = await loop.run(taskId, { model: createScriptModel([EDIT, DONE_TEXT]) })
  t.match(result, { subtype: 'resolved', proven: true, steps: 2 })
})

t.test(
  'a ledger from before the origin field resumes: the check counts as a call of the model',
  async (t) => {
    const { loop, taskId } = await cutInCheck(t)
    const { path } = loop.ledger()
    loop.ledger().close()
    const db = new Database(path)
    const { changes } = db
      .prepare("UPDATE decisions SET reply = json_remove(reply, '$.calls[0].origin')")
      .run()
    t.equal(changes, 1)
    db.close()
    loop.reopen()
    const { result } = await loop.run(taskId, {
      model: createScriptModel([EDIT, DONE_TEXT, DONE_TEXT]),
    })
    t.match(result, { subtype: 'resolved', proven: true, steps: 3 })
    t.equal(loop.read('runs.txt'), 'run\n', 'the check does not run again')
  },
)

/** A task whose process ends while the outcome of its check is stored and the step is not. */
async function cutInCheck(t: Test) {
  const loop = openLoop(t, { files: FILES, replies: [EDIT, DONE_TEXT], over: ON })
  const taskId = loop.add('Change value.txt.')
  let results = 0
  await loop.run(taskId, {}, (event) => event.type === 'tool_result' && ++results === 2)
  return { loop, taskId }
}
