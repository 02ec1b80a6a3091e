import t from 'tap'
import { type ChatRequest, LIMITS, type Usage } from '#core'
import { createScriptModel, type Model } from '#model'
import { estimateRaw } from '../kit/estimate.js'
import { act, type Drive, openLoop, say } from '../kit/loop.js'

const LONG = Array.from({ length: 260 }, (_, n) => `some words of line ${n} of it`).join('\n')
const READS = [
  act(['read_file', { path: 'a.txt' }]),
  act(['read_file', { path: 'b.txt' }]),
  act(['read_file', { path: 'c.txt' }]),
  say('All are read.'),
]

/** The same model behind a server that counts its prompts. */
function counted(script: Model, change: (tokens: number) => number = (tokens) => tokens): Model {
  return {
    async *ask(...args) {
      const promptTokens = Math.round(change(estimateRaw(args[0])))
      const usage = { promptTokens, completionTokens: 5, reusedPrefixTokens: 0 }
      return { ...(yield* script.ask(...args)), usage }
    },
  }
}

/** Drives a run in which the server counts with `count`; returns the result. */
async function drive(
  test: Parameters<typeof openLoop>[0],
  count: (tokens: number, step: number, request: ChatRequest) => Partial<Usage> | null,
  { a = LONG, b = LONG, ...over }: Drive & { a?: string; b?: string } = {},
) {
  const files = { 'a.txt': a, 'b.txt': b, 'c.txt': b }
  const loop = openLoop(test, { files })
  const script = createScriptModel(READS)
  let asks = 0
  const model = {
    async *ask(...args: Parameters<typeof script.ask>) {
      asks += 1
      if (asks > 40) throw new Error('one step is asked again and again')
      const reply = yield* script.ask(...args)
      const counted = count(estimateRaw(args[0]), args[1].step, args[0])
      const usage = counted && {
        promptTokens: 0,
        completionTokens: 5,
        reusedPrefixTokens: 0,
        ...counted,
      }
      return { ...reply, usage }
    },
  }
  const taskId = loop.add('what do the files say?')
  const { result, events } = await loop.run(taskId, { model, ...over })
  return { loop, taskId, result, events, requests: loop.requests }
}

t.test('correct counts never stop a run, even when the estimate is wrong', async (t) => {
  const honest: Record<string, (tokens: number, step: number) => Partial<Usage> | null> = {
    exact: (tokens) => ({ promptTokens: tokens }),
    'a third less from the first step on': (tokens) => ({
      promptTokens: Math.round(tokens * 0.67),
    }),
    'half of it from the first step on': (tokens) => ({ promptTokens: Math.round(tokens * 0.5) }),
    'half more': (tokens) => ({ promptTokens: Math.round(tokens * 1.5) }),
    'not counted': () => null,
    'counted as nothing': () => ({ promptTokens: 0 }),
    'cached tokens counted apart': (tokens, step) =>
      step === 1
        ? { promptTokens: tokens }
        : { promptTokens: Math.round(tokens * 0.1), reusedPrefixTokens: Math.round(tokens * 0.9) },
  }
  for (const [name, count] of Object.entries(honest)) {
    const { result } = await drive(t, count)
    t.match(result, { subtype: 'resolved', steps: 4, cause: undefined }, name)
  }
})

t.test('a ratio that was learned between two prompts is no cut', async (t) => {
  const { result } = await drive(t, (tokens) => ({ promptTokens: Math.round(tokens * 1.4) }), {
    b: 'short',
  })
  t.match(result, { subtype: 'resolved', steps: 4, cause: undefined }, `${result?.text}`)
})

t.test('a server that counts only uncached tokens does not stop the run', async (t) => {
  let before = 0
  const { result } = await drive(t, (tokens) => {
    const fresh = tokens - before
    before = tokens
    return { promptTokens: fresh }
  })
  t.match(result, { subtype: 'resolved', steps: 4 })
})

t.test('nor does one whose tokenizer needs more than the estimate says', async (t) => {
  const a = LONG.split('\n').slice(0, 40).join('\n')
  let before = 0
  const { result } = await drive(
    t,
    (tokens) => {
      const fresh = tokens - before
      before = tokens
      return { promptTokens: Math.round(fresh * 1.4) }
    },
    { a, b: a },
  )
  t.match(result, { subtype: 'resolved', steps: 4 }, `${result?.text}`)
})

t.test('row 257: a prompt that was cut stops the run with the numbers and a fix', async (t) => {
  const { loop, taskId, result } = await drive(t, (tokens) => ({
    promptTokens: Math.min(tokens, 2_900),
  }))
  t.match(result, { subtype: 'interrupted', cause: 'window' })
  t.match(result?.text, /about \d,\d{3} tokens were sent, 2,900 were read/)
  t.match(result?.text, /num_ctx.*AIRCODER_WINDOW=2900$/)
  const steps = result?.steps ?? 0
  t.ok(steps < 4, 'the reply to the cut prompt is not a step')
  loop.ledger().reopen(taskId)
  const model = createScriptModel(READS)
  const again = await loop.run(taskId, { model })
  t.match(again.result, { subtype: 'resolved', steps: 4 }, 'and the task can be taken up')
})

t.test('a count that does not grow with the prompt means a cut prompt', async (t) => {
  const counts: number[] = []
  const { result } = await drive(t, (tokens) => {
    // Whole messages are dropped until it fits: never far below the estimate, never more.
    counts.push(Math.min(tokens, Math.round(tokens * 0.85)))
    const last = counts.length > 1 ? Math.min(...counts.slice(-2)) : tokens
    return { promptTokens: Math.max(last, Math.round(tokens * 0.82)) }
  })
  t.equal(result?.subtype, 'resolved', 'one that grows is not')
  const still = await drive(t, (tokens, step) => ({
    promptTokens: step < 3 ? tokens : Math.round(tokens * 0.72),
  }))
  t.equal(still.result?.cause, 'window')
})

t.test('the served window is read after a reply and used from then on', async (t) => {
  let asked = 0
  const servedWindow = async () => {
    asked += 1
    return 16_384
  }
  const { loop, taskId, requests } = await drive(t, (tokens) => ({ promptTokens: tokens }), {
    windowTokens: 4_096,
    servedWindow,
  })
  t.equal(asked, 4)
  t.equal(loop.ledger().view(taskId).session.windowTokens, 16_384)
  const [first, second] = requests.map((request) => request.max_tokens ?? 0)
  t.ok((first ?? 0) < 4_096 && (second ?? 0) > 4_096, `${first} then ${second}`)
})

t.test(
  'a smaller window than expected is used at once: the step is asked again with a prompt that fits',
  async (t) => {
    const windows = [32_768]
    const { loop, taskId, result, events } = await drive(
      t,
      (tokens) => ({ promptTokens: Math.min(tokens, 2_900) }),
      { servedWindow: async () => windows.shift() ?? 3_000 },
    )
    t.match(result, { subtype: 'resolved', cause: undefined, steps: 4 })
    t.equal(loop.ledger().view(taskId).session.windowTokens, 3_000)
    const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
    t.match(notes.join('\n'), /served with a window of 3,000 tokens now/)
    t.ok(
      events.some((event) => event.type === 'step' && event.rebuilt),
      'the prompt was rebuilt to fit',
    )
  },
)

t.test('a wrong ratio heals by itself and ends no run', async (t) => {
  for (const wrong of [2, 0.6]) {
    const loop = openLoop(t, { files: { 'a.txt': LONG, 'b.txt': LONG, 'c.txt': LONG } })
    const model = counted(createScriptModel(READS))
    const taskId = loop.add('what do the files say?')
    const { id } = loop.ledger().view(taskId).session
    loop.ledger().updateSession(id, { tokenFactor: wrong })
    const { result } = await loop.run(taskId, { model })
    t.match(result, { subtype: 'resolved', cause: undefined }, `${wrong}`)
    const { tokenFactor } = loop.ledger().view(taskId).session
    t.ok(Math.abs(tokenFactor - 1) < 0.1, `${wrong} -> ${tokenFactor}`)
  }
})

t.test(
  'the first answer of a task teaches the whole ratio: the second estimate is the count',
  async (t) => {
    const loop = openLoop(t, { files: { 'a.txt': 'one\n', 'b.txt': 'two\n', 'c.txt': 'three\n' } })
    // As a template that writes the schemas of the tools with spaces: vLLM, llama.cpp.
    const model = counted(createScriptModel(READS), (tokens) => tokens * 1.45)
    const taskId = loop.add('what do the files say?')
    let step = 0
    await loop.run(taskId, { model }, (event) => {
      if (event.type === 'step') step = event.number
      return step === 1
    })
    const { tokenFactor } = loop.ledger().view(taskId).session
    t.ok(Math.abs(tokenFactor - 1.45) < 0.03, `${tokenFactor}`)
  },
)

t.test('what a session learns is plausible, and of its own model', async (t) => {
  const five = await drive(t, (tokens) => ({ promptTokens: tokens * 5 }))
  const { tokenFactor } = five.loop.ledger().view(five.taskId).session
  t.ok(tokenFactor > 1.5 && tokenFactor <= LIMITS.tokenFactorMost, `${tokenFactor}`)

  const loop = openLoop(t, { files: { 'a.txt': LONG, 'b.txt': LONG, 'c.txt': LONG } })
  const script = createScriptModel(READS)
  const model = {
    async *ask(...args: Parameters<typeof script.ask>) {
      const usage = { promptTokens: estimateRaw(args[0]) * 1.5, completionTokens: 5 }
      const reply = yield* script.ask(...args)
      return { ...reply, by: 'large', usage: { ...usage, reusedPrefixTokens: 0 } }
    },
  }
  const taskId = loop.add('what do the files say?')
  await loop.run(taskId, { model })
  t.equal(loop.ledger().view(taskId).session.tokenFactor, 1, 'another model has another tokenizer')
})

t.test('a count that cannot be, or one from before a rebuild, proves no cut', async (t) => {
  const odd = await drive(t, (tokens, step) => ({ promptTokens: step < 3 ? tokens * 4 : tokens }))
  t.match(odd.result, { subtype: 'resolved', steps: 4 }, `${odd.result?.text}`)
  const names = Array.from({ length: 16 }, (_, n) => `f${n}.txt`)
  const files = Object.fromEntries(names.map((name) => [name, LONG.replaceAll('line', name)]))
  const loop = openLoop(t, { files, over: { windowTokens: 8_192 } })
  const reads = names.map((path) => act(['read_file', { path }]))
  const model = counted(createScriptModel([...reads, say('All are read.')]))
  const { result, events } = await loop.run(loop.add('what do the files say?'), { model })
  t.match(result, { subtype: 'resolved', cause: undefined }, `${result?.text}`)
  t.ok(events.some((event) => event.type === 'step' && event.rebuilt))
})

t.test('a count of another model proves no cut', async (t) => {
  const files = { 'a.txt': LONG, 'b.txt': LONG, 'c.txt': LONG }
  const own = counted(createScriptModel(READS))
  const larger = counted(createScriptModel(READS), (tokens) => tokens * 1.8)
  const smaller = counted(createScriptModel(READS), (tokens) => tokens * 0.5)
  for (const [at, other] of [
    [2, larger],
    [3, smaller],
  ] as const) {
    const helped = openLoop(t, { files })
    const model: Model = {
      async *ask(request, options) {
        if (options.step !== at) return yield* own.ask(request, options)
        return { ...(yield* other.ask(request, options)), by: 'large' }
      },
    }
    const { result } = await helped.run(helped.add('what do the files say?'), { model })
    t.match(result, { subtype: 'resolved', steps: 4 }, `a second model: ${result?.text}`)
  }

  const changed = openLoop(t, { files })
  const taskId = changed.add('what do the files say?')
  await changed.run(taskId, { model: larger }, (event) => event.type === 'step' && event.number > 1)
  const ledger = changed.reopen()
  ledger.updateSession(ledger.view(taskId).session.id, { model: 'other', tokenFactor: 1 })
  const again = await changed.run(taskId, { model: own })
  t.match(again.result, { subtype: 'resolved', steps: 4 }, `another one: ${again.result?.text}`)
})

t.test('a learned ratio alone refuses no task and no window', async (t) => {
  const sentence = 'Look at the first line of value.txt and say what it is. '
  const tries: [windowTokens: number, times: number][] = [
    [2_048, 15],
    [4_096, 80],
  ]
  for (const [windowTokens, times] of tries)
    for (const isLater of [false, windowTokens > 2_048]) {
      const files = { 'value.txt': 'one\n' }
      const replies = [act(['read_file', { path: 'value.txt' }]), say('It says one.')]
      const loop = openLoop(t, { files, replies, over: { windowTokens } })
      const earlier = isLater ? loop.add('what does value.txt say?') : undefined
      if (earlier !== undefined) await loop.run(earlier)
      const session = earlier && loop.ledger().view(earlier).session.id
      const taskId = loop.add(`what does value.txt say? ${sentence.repeat(times)}`, session)
      const { id } = loop.ledger().view(taskId).session
      loop.ledger().updateSession(id, { tokenFactor: LIMITS.tokenFactorMost })
      const model = createScriptModel(replies)
      const { result, events } = await loop.run(taskId, { model })
      t.match(result, { subtype: 'resolved', cause: undefined }, `${windowTokens} ${result?.text}`)
      const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
      t.match(notes.join('\n'), /learned ratio of 2\.00 .* a ratio of 1\.00/, `${windowTokens}`)
    }
})

t.test(
  'a learned ratio stays where the prompt does not fit with the usual one either',
  async (t) => {
    const loop = openLoop(t, { over: { windowTokens: 2_048 } })
    const taskId = loop.add('Say what the first line of value.txt is, in one word. '.repeat(60))
    const { id } = loop.ledger().view(taskId).session
    loop.ledger().updateSession(id, { tokenFactor: 1.5 })
    const { result, events } = await loop.run(taskId)
    t.match(result, { subtype: 'interrupted', cause: 'task_too_long' })
    t.equal(loop.ledger().view(taskId).session.tokenFactor, 1.5)
    t.notOk(events.some((event) => event.type === 'note' && /ratio/.test(event.text)))
  },
)

t.test('a server that refuses every prompt ends such a run', async (t) => {
  const problem = { code: 'context_overflow' as const, message: 'too long' }
  let asks = 0
  const model = {
    async *ask() {
      asks += 1
      if (asks > 40) throw new Error('one step is asked again and again')
      yield* []
      return { text: '', reasoning: '', calls: [], problem, finishReason: null, usage: null }
    },
  }
  const loop = openLoop(t, { over: { windowTokens: 2_048 } })
  const taskId = loop.add('what does value.txt say?')
  const { id } = loop.ledger().view(taskId).session
  loop.ledger().updateSession(id, { tokenFactor: LIMITS.tokenFactorMost })
  const { result } = await loop.run(taskId, { model })
  t.match(result, { subtype: 'interrupted', cause: 'window' }, `${result?.text}`)
  t.ok(asks < 6, `${asks} requests`)

  asks = 0

  const long = openLoop(t, { over: { windowTokens: 2_048 } })
  const refusedId = long.add('Say what the first line of value.txt is, in a word. '.repeat(18))
  const refused = await long.run(refusedId, { model })
  t.match(refused.result, { cause: 'task_too_long', text: /The server refused a longer prompt$/ })
  t.equal(asks, 1, 'the ratio is not in doubt behind a refusal')
})

t.test('a kill right after a commit does not forget what its token count showed', async (t) => {
  const loop = openLoop(t, { files: { 'a.txt': 'one\n' } })
  const model = counted(createScriptModel(READS), (tokens) => tokens * 1.5)
  const taskId = loop.add('what does the file say?')
  const ledger = loop.ledger()
  const dying = {
    ...ledger,
    commit(step: Parameters<typeof ledger.commit>[0]): never {
      ledger.commit(step)
      throw new Error('killed')
    },
  }
  await t.rejects(loop.run(taskId, { model, ledger: dying }), /killed/)
  t.ok(loop.reopen().view(taskId).session.tokenFactor > 1.2)
})
