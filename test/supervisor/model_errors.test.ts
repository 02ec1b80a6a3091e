import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { endOf, LIMITS, type Reply, systemClock, type TaskResult } from '#core'
import { createClient, createScriptModel, type Model } from '#model'
import { estimateRaw } from '../kit/estimate.js'
import {
  type Act,
  chunk,
  DONE,
  errorAct,
  startEndpoint,
  stream,
  streamed,
} from '../kit/fake_endpoint.js'
import { act, type Loop, openLoop, say } from '../kit/loop.js'
import { drive, FILES, openWhole, TASK, WHOLE } from '../kit/whole_run.js'

const EMPTY: Omit<Reply, 'problem'> = {
  text: '',
  reasoning: '',
  calls: [],
  finishReason: null,
  usage: null,
}

function rows(loop: Loop, taskId: string): string[] {
  return loop
    .ledger()
    .find({ taskId, limit: 1_000 })
    .reverse()
    .map((row) => `${row.kind} ${row.subject}`)
}

t.test(
  'row 17: garbage, then 500s, then good: the run completes with two diagnostics',
  async (t) => {
    const good = [act(['read_file', { path: 'value.txt' }]), say('It says one.')]
    const answers: Record<number, Act> = {
      1: stream(
        chunk({ content: '<tool_call>{"name": "read_file", "argum' }),
        chunk({}, 'stop'),
        DONE,
      ),
      2: errorAct(500, { message: 'out of luck' }),
    }
    const endpoint = await startEndpoint(
      ({ step }) => answers[step] ?? streamed(good[step - 3] ?? say('no more')),
    )
    t.teardown(() => endpoint.close())
    const model = createClient({
      baseUrl: endpoint.baseUrl,
      clock: { ...systemClock, sleep: async () => {} },
      limits: { tries: 3 },
    })
    const loop = openLoop(t, { files: FILES, model })
    const { result } = await drive(loop, 'what does value.txt say?')
    t.equal(result?.subtype, 'resolved')
    t.equal(result?.text, 'It says one.')
    t.equal(result?.steps, 4)
    t.same(rows(loop, result?.taskId ?? ''), [
      'diagnostic model/parser_error',
      'diagnostic model/inference_error',
      'file_read value.txt',
    ])
    t.same(
      [...endpoint.asksPerStep()],
      [
        [1, 1],
        [2, 3],
        [3, 1],
        [4, 1],
      ],
    )
  },
)

t.test('row 26: the second sample goes on, and the first one leaves a row', async (t) => {
  const good = [act(['read_file', { path: 'value.txt' }]), say('It says one.')]
  const message = "error parsing tool call: raw='{', err=invalid character"
  const endpoint = await startEndpoint(({ step }, n) =>
    n === 1 ? errorAct(500, { message }) : streamed(good[step - 1] ?? say('no more')),
  )
  t.teardown(() => endpoint.close())
  const model = createClient({ baseUrl: endpoint.baseUrl, clock: systemClock })
  const loop = openLoop(t, { files: FILES, model })
  const { result, events } = await drive(loop, 'what does value.txt say?')
  t.match(result, { subtype: 'resolved', steps: 2, text: 'It says one.' })
  const [row] = loop.ledger().find({ kind: 'diagnostic', limit: 5 })
  t.match(row, { subject: 'model/rejected_call', step: 1, summary: /error parsing tool call/ })
  t.ok(
    events.some((event) => event.type === 'note' && event.detail && /once more/.test(event.text)),
  )
  t.same(
    [...endpoint.asksPerStep()],
    [
      [1, 2],
      [2, 1],
    ],
  )
})

t.test(
  'an endpoint that only answers with errors ends the run as failing, not as failed',
  async (t) => {
    const broken = { code: 'inference_error', message: 'x answers 500: boom.' } as const
    for (const [unanswered, steps] of [
      ['tried', LIMITS.problemsInARow - 1],
      ['waited', 0],
      ['refused', 0],
    ] as const) {
      const before: boolean[] = []
      const model: Model = {
        async *ask(_, { failedBefore }) {
          before.push(failedBefore === true)
          yield* []
          return { ...EMPTY, problem: { ...broken, unanswered } }
        },
      }
      const loop = openLoop(t, { model })
      const { result } = await drive(loop)
      t.match(result, { subtype: 'interrupted', cause: 'failing', steps, text: broken.message })
      t.match(endOf(result as TaskResult), { code: 'ENDPOINT_FAILING', exit: 5 })
      t.same(before, [false, ...Array.from({ length: steps }, () => true)])
    }
  },
)

t.test(
  'an endpoint that refuses the request itself is asked once, and the end names it',
  async (t) => {
    for (const [status, body, code, asks] of [
      [404, 'model not loaded', 'ENDPOINT_FAILING', 1],
      [400, 'bad field', 'ENDPOINT_FAILING', 1],
      [400, 'context length exceeded: 40000 > 32768', 'WINDOW_CUT', 20],
    ] as const) {
      const endpoint = await startEndpoint(() => errorAct(status, { message: body }))
      t.teardown(() => endpoint.close())
      const model = createClient({ baseUrl: endpoint.baseUrl, clock: systemClock })
      const { result } = await drive(openLoop(t, { model }))
      t.match(endOf(result as TaskResult), { code })
      t.match(result?.text, body)
      t.ok(endpoint.asks.length <= asks, `${endpoint.asks.length} asks`)
    }
  },
)

t.test('a server that cuts every reply ends the run in one way, wherever it cuts', async (t) => {
  const error = `data: ${JSON.stringify({ error: { message: 'engine died' } })}\n\n`
  const call = { index: 0, id: 'c', function: { name: 'read_file', arguments: '{"pa' } }
  const cuts: Record<string, string[]> = {
    'before the first token': [],
    'after an empty one': [chunk({ role: 'assistant', content: '' })],
    'after a token': [chunk({ content: 'Hel' })],
    'in a call': [chunk({ tool_calls: [call] })],
    'without a finish reason': [chunk({ content: 'Hello' }), DONE],
    'with an error in place of a reply': [error],
    'with an error after a token': [chunk({ content: 'Hel' }), error],
    'with an event that is no JSON': ['data: {{{\n\n'],
  }
  const clock = { ...systemClock, sleep: async () => {} }
  for (const [where, body] of Object.entries(cuts)) {
    const endpoint = await startEndpoint(() => stream(...body))
    t.teardown(() => endpoint.close())
    const model = createClient({ baseUrl: endpoint.baseUrl, clock })
    const { result } = await drive(openLoop(t, { model }))
    t.match(result, { subtype: 'interrupted', cause: 'failing' }, where)
    t.match(endOf(result as TaskResult), { code: 'ENDPOINT_FAILING', exit: 5 }, where)
  }
})

t.test('five replies in a row that cannot be used end the run as failed', async (t) => {
  const loop = openLoop(t, { replies: [] })
  const { result } = await drive(loop)
  t.equal(result?.subtype, 'failed')
  t.equal(result?.steps, LIMITS.problemsInARow)
  t.match(result?.text, /gave up after 5 replies/)
})

t.test('a command is interrupted by the signal; its output and the step are kept', async (t) => {
  const loop = openLoop(t, {
    replies: [
      act(
        ['run_command', { command: 'echo begun; touch begun; exec sleep 600' }],
        ['write_file', { path: 'never.txt', content: 'x' }],
      ),
    ],
  })
  const taskId = loop.add('run it')
  const abort = new AbortController()
  const watch = setInterval(() => existsSync(join(loop.root, 'begun')) && abort.abort(), 10)
  const { result, events } = await loop.run(taskId, { signal: abort.signal })
  clearInterval(watch)
  t.equal(result?.subtype, 'interrupted')
  t.equal(result?.steps, 1)
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []))
  t.match(results[0], /interrupted/)
  t.match(results[0], /begun/)
  t.match(results[1], /Not run: the user interrupted/)
  t.notOk(existsSync(join(loop.root, 'never.txt')))
  t.equal(loop.ledger().view(taskId).pending, null)
})

t.test('an abort before or during the answer commits nothing', async (t) => {
  const loop = openWhole(t)
  const taskId = loop.add(TASK)
  const { result } = await loop.run(taskId, { signal: AbortSignal.abort() })
  t.equal(result?.subtype, 'interrupted')
  t.equal(result?.steps, 0)
  t.equal(loop.requests.length, 0)
  loop.ledger().reopen(taskId)
  const abort = new AbortController()
  const script = createScriptModel(WHOLE)
  const model: Model = {
    ask(...args) {
      abort.abort()
      return script.ask(...args)
    },
  }
  t.equal((await loop.run(taskId, { signal: abort.signal, model })).result?.steps, 0)
  t.equal(loop.ledger().counts(taskId).episodes, 0)
})

t.test(
  'a prompt that the server finds too long is rebuilt smaller, and the run continues',
  async (t) => {
    const sizes: number[] = []
    const script = createScriptModel([
      ...Array.from({ length: 7 }, (_, n) => act(['read_file', { path: `f${n}.txt` }])),
      say('All are read.'),
    ])
    const model = {
      async *ask(...args: Parameters<typeof script.ask>) {
        const size = JSON.stringify(args[0].messages).length
        sizes.push(size)
        if (size < 14_000) return yield* script.ask(...args)
        const problem = {
          code: 'context_overflow' as const,
          message: 'too long',
          windowTokens: 6_000,
        }
        return { text: '', reasoning: '', calls: [], problem, finishReason: null, usage: null }
      },
    }
    const text = Array.from({ length: 160 }, (_, n) => `some words of line ${n}`).join('\n')
    const files = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`f${n}.txt`, text]))
    const loop = openLoop(t, { files, model })
    const { result, events } = await drive(loop, 'what do the files say?')
    t.equal(result?.subtype, 'resolved')
    t.equal(result?.steps, 8)
    const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
    t.match(notes[0], /too long for the model .*rebuilding a smaller one/)
    t.ok(sizes.some((size) => size >= 14_000))
    t.equal(loop.ledger().view(result?.taskId ?? '').session.windowTokens, 6_000)
    t.ok(events.some((event) => event.type === 'step' && event.rebuilt))
  },
)

t.test(
  'an endpoint that is unreachable or refuses the token stops the run with its cause; nothing is lost',
  async (t) => {
    for (const [code, cause] of [
      ['unreachable', 'unreachable'],
      ['auth_error', 'auth'],
    ] as const) {
      const loop = openWhole(t)
      const taskId = loop.add(TASK)
      // Three steps with four calls.
      await loop.run(taskId, { maxSteps: 4 })
      loop.ledger().reopen(taskId)
      const problem = { code, message: 'no answer' }
      const model = {
        async *ask() {
          yield* []
          return { text: '', reasoning: '', calls: [], problem, finishReason: null, usage: null }
        },
      }
      const { result } = await loop.run(taskId, { model })
      t.equal(result?.subtype, 'interrupted')
      t.equal(result?.cause, cause)
      t.equal(result?.steps, 3)
      loop.ledger().reopen(taskId)
      t.equal((await loop.run(taskId)).result?.subtype, 'resolved')
    }
  },
)

t.test(
  "the server's token count corrects the estimate, except the count of a cut prompt",
  async (t) => {
    for (const [share, expected] of [
      [1.9, 1.9],
      [2.2, 1.5],
      [0.7, 0.85],
      [0.3, 1],
      [1.005, 1],
    ] as const) {
      let raw = 0
      const loop = openLoop(t, { files: FILES })
      const script = createScriptModel([say('It says one.')])
      const model = {
        async *ask(...args: Parameters<typeof script.ask>) {
          const reply = yield* script.ask(...args)
          const { taskId } = loop.ledger().promptAt(args[1].sessionId)
          t.ok(taskId)
          raw = estimateRaw(args[0])
          const promptTokens = Math.round(raw * share)
          return { ...reply, usage: { promptTokens, completionTokens: 5, reusedPrefixTokens: 0 } }
        },
      }
      const { result } = await loop.run(loop.add('what does it say?'), { model })
      t.equal(result?.usage.promptTokens, Math.round(raw * share))
      const factor = loop.ledger().view(result?.taskId ?? '').session.tokenFactor
      t.ok(Math.abs(factor - expected) < 0.01, `${share} -> ${factor}`)
    }
  },
)
