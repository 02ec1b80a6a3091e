import t, { type Test } from 'tap'
import { type Event, LIMITS, systemClock } from '#core'
import { type Cloud, chooseCloud, loadProviders } from '#model'
import type { Answer, Question } from '#supervisor'
import { openWorkspace } from '#workspace'
import { CLOUDS, cloudAct } from '../kit/clouds.js'
import { type Act, type Ask, type FakeEndpoint, startEndpoint } from '../kit/fake_endpoint.js'
import { act, type Loop, type LoopOptions, openLoop, say } from '../kit/loop.js'

const TASK = 'change value.txt to two'
const FILES = { 'value.txt': 'one\n', 'check.sh': 'grep -q two value.txt\n' }
const edit = (from: string) =>
  act(['patch_file', { path: 'value.txt', old_str: from, new_str: 'two' }])
const SPLIT = act(['spawn_child', { hypothesis: 'the text is one' }])
const MISSED = edit('nine')
const END = say('done')
/** Splits the task, then misses twice with different edits. */
const STUCK = [SPLIT, MISSED, edit('ten'), edit('eleven'), edit('twelve'), END, END, END, END, END]
const FIX = {
  call: { name: 'patch_file', arguments: { path: 'value.txt', old_str: 'one', new_str: 'two' } },
}

interface Scene {
  loop: Loop
  server: FakeEndpoint
  cloud: Cloud
  asked: Extract<Question, { kind: 'egress' }>[]
  ask(question: Question): Promise<Answer>
}

/** A stuck model in a loop, and a provider on a real socket. */
async function scene(
  t: Test,
  {
    answer = 'yes',
    act: how = cloudAct('anthropic', FIX),
    ...options
  }: Partial<LoopOptions> & {
    answer?: Answer['decision']
    act?: (ask: Ask) => Act
  } = {},
): Promise<Scene> {
  const server = await startEndpoint(how)
  t.teardown(() => server.close())
  const wanted = { provider: 'anthropic', baseUrl: server.origin }
  const keyOf = (name: string) => (name === CLOUDS.anthropic?.key ? 'KEY-OF-MINE' : undefined)
  const cloud = chooseCloud({ escalate: true, wanted, keyOf }, await loadProviders(), systemClock)
  if (cloud === null) throw new Error('no provider')
  const asked: Scene['asked'] = []
  const ask = async (question: Question): Promise<Answer> => {
    if (question.kind === 'egress') asked.push(question)
    return { decision: answer }
  }
  const loop = openLoop(t, {
    files: FILES,
    replies: STUCK,
    ...options,
    over: { cloud, ask, ...options.over },
  })
  return { loop, server, cloud, asked, ask }
}

const notes = (events: Event[]) =>
  events.flatMap((event) => (event.type === 'note' ? [event.text] : [])).join('\n')

t.test(
  'rows 266 and 271: the provider is asked once, after the task was split and two edits in a row failed',
  async (t) => {
    const { loop, server, asked } = await scene(t)
    const taskId = loop.add(TASK)
    const { events } = await loop.run(taskId, { maxSteps: 4 })
    t.equal(server.asks.length, 1)
    t.equal(asked.length, 1)
    t.equal(loop.read('value.txt'), 'two\n', 'its edit went through our own gate and hands')
    const ledger = loop.ledger()
    t.match(ledger.recentSteps(ledger.sessions()[0]?.id ?? '', 4), [
      { step: 4, by: 'anthropic', calls: [{ tool: 'patch_file', ok: true }] },
      { step: 3, by: null },
      { step: 2, by: null },
      { step: 1, by: null },
    ])
    t.match(ledger.egress({ taskId }), [
      {
        status: 'answered',
        step: 4,
        provider: 'anthropic',
        promptTokens: 500,
        reason: /^2 edits in a row/,
      },
    ])
    t.match(notes(events), /step 4 is answered by anthropic \(.*1 of 5 of this session\)/)
    t.same(ledger.verify(), { ok: true, problems: [] })
    const before = loop.requests.length
    const { tokenFactor } = ledger.view(taskId).session
    t.equal(tokenFactor, 1, "another model's count of tokens is not taken over")
    t.equal(before, 3, 'the local model was not asked for that step')
  },
)

t.test('a provider gets the tools that the local model gets as text', async (t) => {
  const textTools = { write: () => '', parallel: false }
  const { loop, server } = await scene(t, { over: { textTools } })
  await loop.run(loop.add(TASK), { maxSteps: 4 })
  const body: { tools?: { name: string }[] } = JSON.parse(server.asks[0]?.body ?? '{}')
  t.ok(body.tools?.some(({ name }) => name === 'patch_file'))
})

t.test(
  'row 266: a provider is asked only after the retries and only when the setting is on',
  async (t) => {
    const early = await scene(t)
    await early.loop.run(early.loop.add(TASK), { maxSteps: 3 })
    t.equal(early.server.asks.length + early.asked.length, 0, 'one miss is no failure')
    const undivided = await scene(t, {
      replies: [MISSED, edit('ten'), edit('eleven'), edit('x'), END],
    })
    const taskId = undivided.loop.add(TASK)
    await undivided.loop.run(taskId, { maxSteps: 4 })
    t.equal(undivided.asked.length, 0, 'a task that was never split has its retries twice')
    undivided.loop.ledger().reopen(taskId)
    await undivided.loop.run(taskId, { maxSteps: 1 })
    t.equal(undivided.asked.length, 1)
    const off = await scene(t, { over: { cloud: undefined } })
    const { result } = await off.loop.run(off.loop.add(TASK), { cloud: undefined })
    t.equal(off.server.asks.length + off.asked.length, 0)
    t.same(off.loop.ledger().egress(), [])
    t.not(result, null)
  },
)

t.test('row 271: unreadable replies and idle replies lead to escalation', async (t) => {
  const broken = act(['patch_file', {}])
  for (const call of broken.tool_calls) call.arguments = '{"path": "va'
  for (const [why, reply] of [
    [/^2 replies could not be used/, broken],
    [/^2 replies did nothing/, say('I will do it now.')],
  ] as const) {
    const { loop, asked } = await scene(t, { replies: [SPLIT, reply, reply, reply, END] })
    await loop.run(loop.add(TASK), { maxSteps: 4 })
    t.equal(asked.length, 1)
    t.match(asked[0]?.reason, why)
  }
})

t.test(
  'row 271: two changes with failing tests lead to escalation, tests that failed before do not',
  async (t) => {
    const run = act(['run_command', { command: 'sh check.sh' }])
    const wrong = (from: string, to: string) =>
      act(['patch_file', { path: 'value.txt', old_str: from, new_str: to }])
    const over = { testCommand: 'sh check.sh' }
    const tries = await scene(t, {
      over,
      replies: [SPLIT, run, wrong('one', 'a'), run, wrong('a', 'b'), run, END, END],
    })
    await tries.loop.run(tries.loop.add(TASK), { maxSteps: 7 })
    t.match(
      tries.asked.map(({ reason }) => reason),
      [/^2 changes in a row left tests failing/],
    )
    const looks = await scene(t, {
      over,
      replies: [
        SPLIT,
        run,
        run,
        act(['read_file', { path: 'value.txt' }]),
        wrong('one', 'a'),
        run,
        END,
      ],
    })
    await looks.loop.run(looks.loop.add(TASK), { maxSteps: 6 })
    t.same(looks.asked, [])
  },
)

t.test('row 271: refused calls are reported to the person, not sent to a provider', async (t) => {
  const secret = act(['read_file', { path: '.env' }])
  const { loop, asked } = await scene(t, { replies: [SPLIT, secret, secret, secret, END] })
  const { events } = await loop.run(loop.add(TASK), { maxSteps: 4 })
  t.same(asked, [])
  t.match(notes(events), /calls were refused more than once; only you can allow them/)
})

t.test('row 268: everything that leaves is shown first and needs a y', async (t) => {
  const yes = await scene(t)
  const taskId = yes.loop.add(TASK)
  await yes.loop.run(taskId, { maxSteps: 4 })
  const [question] = yes.asked
  const sent = JSON.parse(yes.server.asks[0]?.body ?? '{}')
  t.equal(question?.bytes, Buffer.byteLength(yes.server.asks[0]?.body ?? ''))
  t.match(question, { provider: 'anthropic', host: yes.cloud.host, left: 5, withheld: [] })
  const strings: string[] = []
  JSON.stringify([sent.system, sent.messages], (key, value) => {
    if (typeof value === 'string' && !['type', 'role', 'id', 'tool_use_id'].includes(key))
      strings.push(value)
    return value
  })
  for (const text of strings) t.ok(question?.text.includes(text), text.slice(0, 60))
  for (const { name } of sent.tools) t.ok(question?.text.includes(name))
  const [row] = yes.loop.ledger().egress({ taskId })
  t.equal(row?.bytes, question?.bytes)
  t.same(row?.sources, question?.sources)

  for (const answer of ['no', 'always'] as const) {
    const no = await scene(t, { answer })
    const { events } = await no.loop.run(no.loop.add(TASK), { maxSteps: 5 })
    t.equal(no.server.requests.length, 0, `${answer}: nothing left`)
    t.equal(no.asked.length, 1, 'and it is not asked again at the next step')
    t.match(no.loop.ledger().egress(), [{ status: 'refused', bytes: 0 }])
    t.match(notes(events), /nothing left this machine/)
    t.equal(no.loop.requests.length, 5, 'the local model goes on')
  }
  const alone = await scene(t)
  const { events } = await alone.loop.run(alone.loop.add(TASK), { maxSteps: 5, ask: undefined })
  t.equal(alone.server.requests.length, 0)
  t.match(notes(events), /nobody can allow it in this run: nothing left this machine/)
})

t.test(
  'row 270: the request has the task, the reason, current files and the last steps, and asks for few calls',
  async (t) => {
    const long = `${'x'.repeat(30_000)}\n`
    const read = act(['read_file', { path: 'value.txt' }])
    const files = { ...FILES, 'value.txt': `one\n${long}` }
    const { loop, server, asked } = await scene(t, {
      files,
      replies: [SPLIT, read, MISSED, edit('ten'), END],
    })
    await loop.run(loop.add(TASK), { maxSteps: 5 })
    const sent = JSON.parse(server.asks[0]?.body ?? '{}')
    t.match(sent.system, /smaller model could not continue[\s\S]*fewest calls/)
    const [first] = sent.messages
    t.match(first.content[0].text, /^Task: change value.txt to two/)
    t.match(first.content[0].text, /Still open: the text is one/)
    t.match(first.content[0].text, /--- value.txt \(current text\)\none\nx+/)
    t.ok(
      first.content[0].text.length < LIMITS.escalationFileChars + 1_000,
      'row 268: 12,000 characters of files',
    )
    t.ok(asked[0]?.withheld.some((text) => text.startsWith('the rest of value.txt')))
    t.ok(asked[0]?.sources.includes('value.txt') && asked[0].sources.includes('e1'))
    t.equal(sent.messages.at(-1).role, 'user')
  },
)

t.test(
  'files under a deny rule are withheld, even if the rule is newer; secrets are replaced',
  async (t) => {
    const files = {
      ...FILES,
      'plans/q4.txt': 'acquire nobody\n',
      'value.txt': 'one\nAPI_TOKEN="0123456789abcdef"\n',
    }
    const replies = [
      SPLIT,
      act(['read_file', { path: 'plans/q4.txt' }], ['read_file', { path: 'value.txt' }]),
      act(['grep', { pattern: 'nobody', path: '.' }]),
      act(['run_command', { command: 'wc -w < plans/q4.txt' }]),
      MISSED,
      edit('ten'),
      END,
    ]
    const open = await scene(t, { files, replies })
    const taskId = open.loop.add(TASK)
    await open.loop.run(taskId, { maxSteps: 7 })
    open.loop.ledger().reopen(taskId)
    const workspace = openWorkspace({ root: open.loop.root, deny: ['plans/**'], env: process.env })
    await open.loop.run(taskId, { maxSteps: 1, workspace })
    const body = open.server.asks[0]?.body ?? ''
    t.not(body, '')
    t.notMatch(body, /acquire|nobody|q4/, 'neither as file, search result nor command')
    t.notMatch(body, /0123456789abcdef/)
    t.match(body, /\[redacted\]/)
    const { withheld } = open.asked[0] ?? { withheld: [] }
    t.ok(
      withheld.some((text) => /deny rule plans/.test(text)),
      withheld.join(' | '),
    )
    t.ok(
      withheld.some((text) => text.startsWith('a possible secret in')),
      withheld.join(' | '),
    )
    t.same(open.loop.ledger().egress()[0]?.withheld, withheld)
  },
)

t.test(
  'row 268: at most five requests a session, over restarts; a lost answer counts',
  async (t) => {
    const replies = [SPLIT, ...Array.from({ length: 40 }, (_, n) => edit(`n${n}`))]
    const useless = cloudAct('anthropic', {
      call: { name: 'read_file', arguments: { path: 'value.txt' } },
    })
    const { loop, server, asked } = await scene(t, { replies, act: useless })
    const taskId = loop.add(TASK)
    for (let round = 0; round < 5; round += 1) {
      await loop.run(taskId, { maxSteps: 6 })
      loop.reopen().reopen(taskId)
    }
    t.equal(server.asks.length, 5)
    t.same(
      asked.map(({ left }) => left),
      [5, 4, 3, 2, 1],
    )

    const other = await scene(t, { replies })
    const second = other.loop.add(TASK)
    await other.loop.run(second, {}, (event) => event.type === 'waiting')
    t.match(other.loop.ledger().egress(), [{ status: 'sent' }], 'killed while it was on its way')
    other.loop.reopen()
    await other.loop.run(second, { maxSteps: 2 })
    t.equal(other.asked.length, 1, 'it is not sent again')
  },
)

t.test(
  'a provider that is down, refuses or sends garbage leaves the step to the local model',
  async (t) => {
    for (const how of [
      CLOUDS.anthropic?.refuse ?? {},
      { end: 'die' as const },
      { status: 200, headers: { 'content-type': 'application/json' }, body: ['{}'] },
    ]) {
      const { loop } = await scene(t, { act: () => how })
      const { events } = await loop.run(loop.add(TASK), { maxSteps: 4 })
      t.match(loop.ledger().egress(), [{ status: 'failed' }])
      t.match(notes(events), /anthropic did not help: .* The local model continues/)
      t.equal(loop.requests.length, 4)
      t.notMatch(JSON.stringify([events, [...loop.ledger().exportRows()]]), /KEY-OF-MINE/)
    }
  },
)

t.test('calls of a provider pass the same gate', async (t) => {
  const call = { name: 'read_file', arguments: { path: '.env' } }
  const { loop } = await scene(t, {
    act: cloudAct('anthropic', { call }),
    files: { ...FILES, '.env': 'S=1' },
  })
  const { events } = await loop.run(loop.add(TASK), { maxSteps: 4 })
  t.ok(events.some((event) => event.type === 'permission' && event.decision === 'deny'))
})
