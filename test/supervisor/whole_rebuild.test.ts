import t from 'tap'
import { budgetFor } from '#context'
import type { ChatRequest, Event } from '#core'
import { createScriptModel, type Model } from '#model'
import { type Answered, BEFORE_CALLS } from '../../libs/supervisor/stages/before_calls.js'
import { estimateRaw } from '../kit/estimate.js'
import { act, openLoop, say } from '../kit/loop.js'

const WINDOW = 6_144
const lines = (n: number) =>
  Array.from({ length: 40 }, (_, at) => `file ${n} line ${at} has words of its own`).join('\n')
const FILES = Object.fromEntries(
  Array.from({ length: 16 }, (_, n) => [`f${n}.txt`, `${lines(n)}\n`]),
)
const READS = Object.keys(FILES).map((path) => act(['read_file', { path }]))
const TASK = 'Which words are in each line of the files?'
const over = { windowTokens: WINDOW }
const messagesOf = ({ messages }: ChatRequest) => JSON.stringify(messages)

/** The same model; a mark comes before each reply, so that a run can be cut there. */
function marked(model: Model): Model {
  return {
    async *ask(request, options) {
      yield { type: 'waiting', text: 'asked' }
      return yield* model.ask(request, options)
    },
  }
}

t.test(
  'rows 74, 76, 77, 81, 82 and 102: a full prompt is written again without a model, and no row is lost',
  async (t) => {
    const loop = openLoop(t, { files: FILES, replies: [...READS, say('words of its own')] })
    const taskId = loop.add(TASK)
    const { result } = await loop.run(taskId, over)
    t.equal(result?.subtype, 'resolved')
    t.equal(loop.requests.length, READS.length + 1, 'no model is asked for a summary')
    const ledger = loop.ledger()
    const [first] = ledger.rebuilds(taskId)
    t.ok(first !== undefined && first.step < READS.length, 'the prompt was full')
    const { usableTokens } = budgetFor(WINDOW)
    for (const request of loop.requests) t.ok(estimateRaw(request) <= usableTokens)
    const last = loop.requests.at(-1)
    const shown = last === undefined ? '' : messagesOf(last)
    t.notOk(shown.includes('file 0 line 20 '), 'old results went')
    t.ok(shown.includes('file 15 line 5 '), 'the newest one stays')

    const rows = ledger.find({ taskId, kind: 'file_read' })
    t.equal(rows.length, READS.length)
    for (const row of rows) {
      const text = ledger.payload(row.payloadHash).toString()
      const whole = lines(Number(/\d+/.exec(row.subject)?.[0]))
      // Soon after a rebuild a read shows what there is room for.
      t.ok(text !== '' && whole.startsWith(text), row.subject)
    }
    const { session } = ledger.view(taskId)
    for (const [at, request] of loop.requests.entries()) {
      const { head, tail } = ledger.promptAt(session.id, at + 1)
      t.same(
        [...head, ...tail].map(({ role, content }) => [role, content]),
        request.messages.map(({ role, content }) => [role, content]),
        `the prompt of step ${at + 1} can be shown again`,
      )
    }
  },
)

t.test('row 76: a kill beside a rebuild changes no byte of the next request', async (t) => {
  const replies = [...READS, say('words of its own')]
  const loop = openLoop(t, { files: FILES })
  const taskId = loop.add(TASK)
  const model = marked(createScriptModel(replies))
  // The model was asked with the new prompt, and the process dies before its answer.
  await loop.run(taskId, { ...over, model }, ({ type }) => {
    return type === 'waiting' && loop.ledger().rebuilds(taskId).length > 0
  })
  const rebuilds = loop.ledger().rebuilds(taskId)
  const before = loop.requests.at(-1)
  loop.reopen()
  const { result } = await loop.run(taskId, { ...over, model: createScriptModel(replies) })
  t.equal(result?.subtype, 'resolved')
  const again = loop.requests.find((_, at) => at > 0 && loop.requests[at - 1] === before)
  t.ok(before !== undefined && again !== undefined && messagesOf(before) === messagesOf(again))
  t.same(loop.ledger().rebuilds(taskId)[0], rebuilds[0], 'the rebuild is not made again')
  t.equal(loop.ledger().verify().ok, true)
})

t.test('row 79: a rebuild that frees too little is reported, and the task goes on', async (t) => {
  const stage = BEFORE_CALLS.find(({ name }) => name.includes('freed too little'))
  const loop = openLoop(t, { files: FILES })
  const deps = await loop.deps(over)
  const frame = { view: loop.ledger().view(loop.add(TASK)) }
  const { usableTokens } = budgetFor(WINDOW)
  const run = async (rebuilt: boolean, estimatedTokens: number) => {
    const answered = { frame, request: { rebuilt, estimatedTokens } } as unknown as Answered
    const notes: string[] = []
    const running = stage?.run(
      answered,
      deps,
      new AbortController().signal,
    ) as AsyncGenerator<Event>
    for await (const event of running) if (event.type === 'note') notes.push(event.text)
    return notes
  }
  t.match(await run(true, usableTokens - 10), [
    /^the rebuilt prompt still takes [\d,]+ of [\d,]+ tokens/,
  ])
  t.same(await run(true, Math.floor(usableTokens * 0.6)), [])
  t.same(await run(false, usableTokens - 10), [])
})
