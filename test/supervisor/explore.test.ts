import t, { type Test } from 'tap'
import { type ChatRequest, LIMITS, type RecordedReply } from '#core'
import { act, type Drive, type Loop, openLoop, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n', 'other.txt': 'x\n' }
const READ = act(['read_file', { path: 'value.txt' }])
const PLAN = act(['todo_write', { items: [{ text: 'change value.txt', status: 'in_progress' }] }])
const EDIT = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }])

async function explore(t: Test, replies: RecordedReply[], over: Drive = {}) {
  const loop = openLoop(t, { files: FILES, replies })
  const taskId = loop.add('change value.txt to two')
  const ran = await loop.run(taskId, { explore: () => true, maxSteps: replies.length, ...over })
  return { loop, taskId, ...ran }
}

function canEdit(request: ChatRequest | undefined): boolean {
  return request?.tools.some(({ function: { name } }) => name === 'patch_file') ?? false
}

function reasons(loop: Loop): unknown[] {
  const { rows } = loop.ledger().sql('SELECT reason FROM generations ORDER BY number')
  return rows.flat()
}

/** The requests between two changes of the tools: each begins with the bytes of the one before. */
function assertPrefix(t: Test, requests: readonly ChatRequest[]): void {
  for (const [index, request] of requests.entries()) {
    const before = requests[index - 1]
    if (before === undefined || canEdit(before) !== canEdit(request)) continue
    t.same(request.messages.slice(0, before.messages.length), before.messages, `request ${index}`)
    t.same(request.tools, before.tools)
  }
}

t.test('row 187: edit tools are hidden until the model has a plan', async (t) => {
  const { loop, events } = await explore(t, [READ, READ, PLAN, EDIT, say('It says two.')])
  t.same(loop.requests.map(canEdit), [false, false, false, true, true])
  t.match(loop.requests[0]?.messages.at(-1)?.content, /Explore first\. Read and search/)
  t.notMatch(JSON.stringify(loop.requests[3]?.messages), /Explore first/)
  assertPrefix(t, loop.requests)
  t.same(reasons(loop), ['start', 'phase'], 'the change is one rebuild with its reason')
  t.same(
    events.flatMap((event) => (event.type === 'step' && event.rebuilt ? [event.number] : [])),
    [4],
  )
  t.equal(loop.read('value.txt'), 'two\n')
})

t.test('row 187: a call of a hidden tool does not run and ends the exploring', async (t) => {
  const text =
    '<tool_call>{"name":"patch_file","arguments":{"path":"value.txt","old_str":"one","new_str":"two"}}</tool_call>'
  for (const call of [EDIT, say(text)]) {
    const { loop, events } = await explore(t, [READ, call, EDIT])
    t.same(loop.requests.map(canEdit), [false, false, true])
    const refused = events.filter((event) => event.type === 'tool_result' && !event.ok)
    t.match(refused, [{ text: /^Not run: the task is explored first\./ }])
    t.equal(loop.read('value.txt'), 'two\n')
  }
})

t.test('row 187: the person, a hypothesis and the limit of steps end it, too', async (t) => {
  let isOn = true
  const model: Drive = { explore: () => isOn }
  const switched = openLoop(t, { files: FILES, replies: [READ, READ, READ] })
  await switched.run(switched.add('change it'), { ...model, maxSteps: 3 }, (event) => {
    if (event.type === 'step' && event.number === 2) isOn = false
    return false
  })
  t.same(switched.requests.map(canEdit), [false, false, true])
  const child = act(['spawn_child', { hypothesis: 'it has to be two' }])
  const guessed = await explore(t, [child, READ])
  t.same(guessed.loop.requests.map(canEdit), [false, true])
  const reads = Array.from({ length: LIMITS.exploreSteps + 1 }, (_, n) =>
    act(['read_file', { path: n % 2 === 0 ? 'value.txt' : 'other.txt', start_line: n + 1 }]),
  )
  const long = await explore(t, reads)
  t.equal(long.loop.requests.filter((request) => !canEdit(request)).length, LIMITS.exploreSteps)
})

t.test('row 187: a kill changes nothing, and the next task is explored again', async (t) => {
  const loop = openLoop(t, { files: FILES, replies: [READ, PLAN, EDIT, say('It says two.')] })
  const taskId = loop.add('change value.txt to two')
  const on: Drive = { explore: () => true }
  for (const last of [1, 2]) {
    await loop.run(taskId, on, (event) => event.type === 'step' && event.number === last)
    loop.reopen()
  }
  const { result } = await loop.run(taskId, { ...on, maxSteps: 2 })
  t.same(loop.requests.map(canEdit), [false, false, true, true])
  await loop.run(loop.add('now change it to three', result?.sessionId), { ...on, maxSteps: 1 })
  t.equal(canEdit(loop.requests.at(-1)), false)
  t.same(reasons(loop), ['start', 'phase', 'phase'])
})

t.test('row 187: without the setting the tools never change', async (t) => {
  const { loop } = await explore(t, [READ, PLAN, EDIT], { explore: undefined })
  t.same(loop.requests.map(canEdit), [true, true, true])
  t.same(reasons(loop), ['start'])
})
