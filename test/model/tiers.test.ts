import t from 'tap'
import { systemClock } from '#core'
import type { StepDigest } from '#ledger'
import {
  createScriptModel,
  createTiered,
  type Difficulty,
  type Model,
  openSide,
  shippedProfile,
  withFallback,
} from '#model'
import { chooseTier } from '../../libs/model/tiers/choose_tier.js'
import {
  chunk,
  DONE,
  errorAct,
  type FakeEndpoint,
  startEndpoint,
  stream,
} from '../kit/fake_endpoint.js'
import { act, openLoop, say } from '../kit/loop.js'
import { at, memoryStore, onceClient } from '../kit/side.js'

const TOKEN = 'token-of-the-strong'

/** Steps of one task, oldest first: `.` good, `x` failed, upper case by the strong tier. */
function steps(text: string): StepDigest[] {
  return [...text]
    .map((mark, index) => ({
      taskId: 't',
      step: index + 1,
      problem: mark.toLowerCase() === 'x' ? 'parser_error' : null,
      nudged: false,
      by: mark === 'X' || mark === 'S' ? 'strong' : null,
      calls: [],
    }))
    .reverse()
}

const saying = (content: string): Model => ({
  async *ask() {
    yield* []
    return {
      text: content,
      reasoning: '',
      calls: [],
      problem: null,
      finishReason: 'stop',
      usage: null,
    }
  },
})

/** The rules with a strong tier alone. */
function strongTier(model: Model) {
  const helper = { name: 'strong' as const, model, modelName: 'big', rate: 0.5, over: 10 }
  return { helpers: [helper], by: [] }
}

async function whoAnswers(text: string, nextStep = text.length + 1, retries = 1): Promise<string> {
  const model = createTiered({
    main: saying('main'),
    retries,
    ...strongTier(saying('strong')),
    recentSteps: () => steps(text),
  })
  const request = { model: 'm', messages: [], tools: [] }
  const signal = new AbortController().signal
  const asking = model.ask(request, { step: nextStep, sessionId: 's', signal })
  for (;;) {
    const next = await asking.next()
    if (next.done) return next.value.by ?? next.value.text
  }
}

t.test('the rules: failures in a row, the rate of failures, and back after success', async (t) => {
  const main = [
    '',
    '.',
    'x',
    '.x.',
    'xx.',
    'xxS',
    'x.x.x.x.x.',
    'xxxxxxxxx.SSS',
    'xxX',
    '.x',
    'xxXxX',
  ]
  const strong = ['xx', '.xx', 'xxx', 'xxSxx', 'xxXx', 'xx.xx.xx.xxS', `${'xx.'.repeat(4)}SS`]
  for (const text of main) t.equal(await whoAnswers(text), 'main', text)
  for (const text of strong) t.equal(await whoAnswers(text), 'strong', text)
  t.equal(await whoAnswers('xx', 1), 'main', 'failures of another task do not count in a row')
  t.equal(await whoAnswers('x', 2, 0), 'strong', 'row 48: a large model gets no second try')
  t.equal(await whoAnswers('xx', 3, 2), 'main', 'a small one gets more')
  t.equal(await whoAnswers('xxx', 4, 2), 'strong')
})

async function endpoint(how: Parameters<typeof startEndpoint>[0]): Promise<FakeEndpoint> {
  const made = await startEndpoint(how)
  t.teardown(() => made.close())
  return made
}

const READ = act(['read_file', { path: 'value.txt' }])
const BROKEN = { ...READ, tool_calls: [{ name: 'read_file', arguments: '{"path": "va' }] }

t.test('row 48: the size of the model decides how many broken replies it may repeat', async (t) => {
  const sizes = { 'llama3.2:1b': 3, 'qwen2.5:3b': 2, 'qwen3:8b': 1, 'gpt-oss:120b': 0 }
  for (const [id, retries] of Object.entries(sizes)) {
    const profile = shippedProfile(id).profile
    t.equal(profile.retries, retries, id)
    const replies = Array.from({ length: 5 }, () => BROKEN)
    const loop = openLoop(t, { files: { 'value.txt': 'one\n' }, replies })
    const model = createTiered({
      main: createScriptModel(replies),
      retries: profile.retries,
      ...strongTier(saying('It says one.')),
      recentSteps: loop.ledger().recentSteps,
    })
    const { result } = await loop.run(loop.add('what does value.txt say?'), { model })
    t.match(result, { text: 'It says one.', steps: retries + 2 }, id)
    const asked = loop.ledger().find({ subject: 'model/parser_error', limit: 9 })
    t.equal(asked.length, retries + 1, `${id}: the first reply and its retries`)
  }
})

/** Who answers the next step, by the rules alone. `M`: medium failed, `m`: it succeeded; `f`, `F`: the fast tier. */
function chosen(
  text: string,
  turn: { difficulty?: Difficulty; isPlanning?: boolean; promptTokens?: number } = {},
  change: Partial<Parameters<typeof chooseTier>[2]> = {},
): string {
  const who: Record<string, string> = { s: 'strong', m: 'medium', f: 'fast' }
  const done = [...text].map((mark, index) => ({
    taskId: 't',
    step: index + 1,
    problem: mark === 'x' || /[SMF]/.test(mark) ? 'parser_error' : null,
    by: who[mark.toLowerCase()] ?? null,
    calls: [],
  }))
  const tier = { model: saying(''), modelName: 'n' }
  const { difficulty = 'normal', isPlanning = false, promptTokens = 0 } = turn
  const helpers = [
    { ...tier, name: 'medium' as const, rate: 0.3, over: 3 },
    { ...tier, name: 'strong' as const, rate: 0.6, over: 10, windowTokens: 8_000 },
  ]
  const rules = { retries: 1, helpers, fast: tier, by: ['difficulty', 'plan'] as const, ...change }
  const next = { step: text.length + 1, turn: { difficulty, why: 'w', isPlanning }, promptTokens }
  return chooseTier(done.reverse(), next, rules)?.name ?? 'main'
}

t.test(
  'row 123: each endpoint has its own rate of failures, and the next stronger one follows',
  async (t) => {
    const medium = ['xx', '.xx', 'x.x', '..x', 'x.xmm']
    const strong = ['xxM', 'x.xM', '...xxxxxxx']
    const main = ['', '.', 'x', '.x', '...', 'xxMS', 'x.xmmm']
    for (const text of main) t.equal(chosen(text), 'main', text)
    for (const text of medium) t.equal(chosen(text), 'medium', text)
    for (const text of strong) t.equal(chosen(text), 'strong', text)
    t.equal(chosen('xxM', { promptTokens: 9_000 }), 'main', 'a prompt above its window is not sent')
  },
)

t.test(
  'row 122: an easy turn stays with the fast tier, a hard one with the strong one',
  async (t) => {
    const who = (text: string, difficulty: Difficulty) => chosen(text, { difficulty })
    t.equal(who('', 'easy'), 'fast')
    t.equal(who('fff', 'easy'), 'fast', 'inside a turn it is the same endpoint')
    t.equal(who('fF', 'easy'), 'main', 'after a failure the main model takes the rest')
    t.equal(who('fF.', 'easy'), 'main')
    t.equal(who('', 'hard'), 'strong')
    t.equal(who('ssss', 'hard'), 'strong')
    t.equal(who('sS', 'hard'), 'main')
    t.equal(who('s.', 'hard'), 'main', 'it did not answer, and is not asked at each step')
    t.equal(who('', 'normal'), 'main')
    const off = { by: [] }
    t.equal(chosen('', { difficulty: 'easy' }, off), 'main', 'only where the settings say so')
    t.equal(chosen('', { difficulty: 'hard' }, off), 'main')
    const window = { fast: { model: saying(''), modelName: 'n', windowTokens: 4_096 } }
    t.equal(chosen('', { difficulty: 'easy', promptTokens: 4_097 }, window), 'main')
    t.equal(chosen('', { difficulty: 'easy', promptTokens: 4_096 }, window), 'fast')
  },
)

t.test('row 124: the strong tier plans, and the others take the steps', async (t) => {
  const planning = { isPlanning: true }
  t.equal(chosen('', planning), 'strong')
  t.equal(chosen('s', planning), 'strong')
  t.equal(chosen('s'), 'main', 'there is a plan now')
  t.equal(chosen('S', planning), 'main', 'it failed')
  t.equal(chosen('', planning, { by: ['difficulty'] }), 'main')
  t.equal(
    chosen('s', { difficulty: 'easy' }),
    'fast',
    'the executor is the fast tier where it is easy',
  )
})

t.test(
  'in the loop: two failures, then the strong tier, then back, all of it shown and stored',
  async (t) => {
    const call = {
      index: 0,
      id: 'c',
      function: { name: 'read_file', arguments: '{"path":"value.txt"}' },
    }
    const strong = await endpoint(() =>
      stream(chunk({ tool_calls: [call] }), chunk({}, 'tool_calls'), DONE),
    )
    const replies = [BROKEN, BROKEN, READ, READ, say('done')]
    const loop = openLoop(t, { files: { 'value.txt': 'one\n' }, replies })
    const tiered = createTiered({
      main: createScriptModel(replies),
      retries: 1,
      ...strongTier(onceClient(strong.baseUrl, TOKEN)),
      recentSteps: (id, limit) => loop.ledger().recentSteps(id, limit),
    })
    const taskId = loop.add('look at value.txt')
    const { events } = await loop.run(taskId, { maxSteps: 4, model: tiered })
    const ledger = loop.ledger()
    const [session] = ledger.sessions()
    t.same(
      ledger.recentSteps(session?.id ?? '', 9).map(({ by }) => by),
      [null, 'strong', null, null],
    )
    t.equal(strong.asks.length, 1)
    const sent = JSON.parse(strong.asks[0]?.body ?? '{}')
    t.equal(sent.model, 'big')
    t.same(sent.messages, loop.requests[2]?.messages, 'the same prompt')
    t.same(
      loop.requests[3]?.messages.slice(0, loop.requests[2]?.messages.length),
      loop.requests[2]?.messages,
    )
    t.equal(strong.asks[0]?.headers.authorization, `Bearer ${TOKEN}`)
    const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
    t.ok(notes.includes('step 3 goes to the strong tier (big): 2 steps in a row failed'))
    t.notMatch([events, [...ledger.exportRows()]], TOKEN)
  },
)

t.test(
  'row 124: in the loop the strong tier looks and plans, and the main model works',
  async (t) => {
    const plan = '1. Read value.txt.\n2. Write a.txt.\n3. Write b.txt.'
    const write = (path: string) => act(['write_file', { path, content: 'one\n' }])
    const replies = [write('c.txt'), write('c.txt'), write('a.txt'), write('b.txt'), say('done')]
    const loop = openLoop(t, { files: { 'value.txt': 'one\n' }, replies })
    const planner = createScriptModel([READ, { ...READ, content: plan }, say('no'), say('no')])
    const model = createTiered({
      main: createScriptModel(replies),
      retries: 1,
      ...strongTier(planner),
      by: ['plan'],
      recentSteps: (id, limit) => loop.ledger().recentSteps(id, limit),
    })
    const task = 'Read value.txt. Write it to a.txt. Then write it to b.txt. Create c.txt too.'
    await loop.run(loop.add(task), { maxSteps: 4, model })
    const steps = loop
      .ledger()
      .recentSteps(loop.ledger().sessions()[0]?.id ?? '', 9)
      .reverse()
    t.same(
      steps.map(({ by }) => by),
      ['strong', 'strong', null, null],
    )
    t.match(
      steps.map(({ route }) => route),
      [{ model: 'big', why: 'it plans the task' }, { model: 'big' }, { why: undefined }],
    )
  },
)

t.test('a tier that fails is reported in one line, and the main model answers', async (t) => {
  const refusing = await endpoint(() => errorAct(401, { message: `bad key ${TOKEN}` }))
  const gone = await endpoint(() => errorAct(500, {}))
  await gone.close()
  for (const { baseUrl } of [refusing, gone]) {
    const model = createTiered({
      main: saying('main'),
      retries: 1,
      ...strongTier(onceClient(baseUrl, TOKEN)),
      recentSteps: () => steps('xx'),
    })
    const where = { step: 3, sessionId: 's', signal: new AbortController().signal }
    const asking = model.ask({ model: 'm', messages: [], tools: [] }, where)
    const said: string[] = []
    let next = await asking.next()
    for (; !next.done; next = await asking.next()) said.push(next.value.text)
    t.match(next.value, { text: 'main' })
    t.equal(next.value.by, undefined)
    t.equal(said.filter((text) => text.includes('strong tier failed')).length, 1)
    t.notMatch(said.join(), TOKEN)
  }
})

t.test(
  'side questions go to the fast tier, and to the main model where that is down',
  async (t) => {
    const main = await endpoint(() =>
      stream(chunk({ content: '{"question": "main?"}' }), chunk({}, 'stop'), DONE),
    )
    const fast = await endpoint(() =>
      stream(chunk({ content: '{"question": "fast?"}' }), chunk({}, 'stop'), DONE),
    )
    const ask = async () => {
      const model = withFallback(
        { model: onceClient(fast.baseUrl), modelName: 'quick' },
        { model: onceClient(main.baseUrl), modelName: 'm' },
      )
      const options = { model, modelName: 'quick', store: memoryStore(), clock: systemClock }
      const side = await openSide({ on: ['clarify'], ...options })
      return side.ask('clarify', { task: 'sort the list' }, at())
    }
    t.match(await ask(), { value: { question: 'fast?' }, reason: '' })
    t.equal(JSON.parse(fast.asks[0]?.body ?? '{}').model, 'quick')
    t.equal(main.asks.length, 0)
    await fast.close()
    t.match(await ask(), {
      value: { question: 'main?' },
      source: 'model',
      reason: /^the fast tier failed/,
    })
    t.equal(JSON.parse(main.asks[0]?.body ?? '{}').model, 'm')
  },
)
