import t from 'tap'
import { omittedOfTask } from '../../libs/supervisor/window/cut_task.js'
import { act, openLoop } from '../kit/loop.js'

const REPLIES = Array.from({ length: 4 }, () => act(['read_file', { path: 'no.txt' }]))

t.test('a correction is in the next request, also in the smallest window', async (t) => {
  for (const windowTokens of [2_048, 4_096, 8_192]) {
    const loop = openLoop(t, { replies: REPLIES, over: { windowTokens } })
    const { events } = await loop.run(loop.add('Fix it'), { maxSteps: 4 })
    const sent = events.flatMap((event) =>
      event.type === 'note' ? (/^sent to the model: (.*)/s.exec(event.text)?.[1] ?? []) : [],
    )
    t.equal(sent.length, 1, `${windowTokens}`)
    const text = loop.requests[3]?.messages.map(({ content }) => content).join('\n') ?? ''
    t.ok(text.includes(sent[0] ?? '?'), `${windowTokens}: in the request`)
  }
})

t.test('a window that cannot hold prompt and answer ends the run and says so', async (t) => {
  // A tokenizer that needs three tokens for each of ours: no smaller window is served.
  const loop = openLoop(t, { replies: REPLIES, over: { windowTokens: 2_048, usualFactor: 3 } })
  const task = `Fix it. ${'Many words of a long task that must not be lost. '.repeat(120)}`
  const taskId = loop.add(task)
  const { id } = loop.ledger().view(taskId).session
  loop.ledger().updateSession(id, { tokenFactor: 3 })
  const { result } = await loop.run(taskId)
  t.match(result, { subtype: 'interrupted', cause: 'window' })
  t.match(result?.text, /the window of 2,048 tokens is too small/)
  t.equal(loop.requests.length, 0, 'nothing is sent')
})

t.test('a task that does not fit is refused with both numbers, and nothing is sent', async (t) => {
  const task = `${'let total = price * quantity;\n'.repeat(300)}\nSummarise this.`
  const loop = openLoop(t, { replies: REPLIES, over: { windowTokens: 2_048 } })
  const { result } = await loop.run(loop.add(task))
  t.match(result, { subtype: 'interrupted', cause: 'task_too_long', steps: 0 })
  t.match(
    result?.text,
    /the window of 2,048 tokens: [\d,]+ of the 9,016 characters of your text do not fit/,
  )
  t.equal(loop.requests.length, 0, 'nothing is sent')
})

t.test('a text far above the window is refused before anything reads it', async (t) => {
  const taught: string[] = []
  const teach = (text: string) => {
    taught.push(text)
    return []
  }
  const none = {
    rules: () => [],
    onlyTeaches: () => false,
    rulesOf: () => [],
    notes: () => [],
    meets: () => ({ same: null, replaces: [] }),
  }
  const memory = { ...none, teach, change: () => '' }
  const loop = openLoop(t, { replies: REPLIES, over: { windowTokens: 32_768, memory } })
  const { result } = await loop.run(loop.add('x'.repeat(3_000_000)))
  t.match(result, { subtype: 'interrupted', cause: 'task_too_long', steps: 0 })
  const said = /the window of 32,768 tokens: its 3,000,000 characters need about [\d,]+ tokens/
  t.match(result?.text, said)
  t.same([taught.length, loop.requests.length], [0, 0])
})

t.test('a refused task is whole in the prompt of a larger window', async (t) => {
  const task = `${'let total = price * quantity;\n'.repeat(300)}\nSummarise this.`
  const loop = openLoop(t, { replies: REPLIES, over: { windowTokens: 2_048 } })
  const taskId = loop.add(task)
  await loop.run(taskId)
  const { id } = loop.ledger().view(taskId).session
  loop.ledger().updateSession(id, { windowTokens: 16_384 })
  loop.ledger().reopen(taskId)
  const { result } = await loop.run(taskId, { maxSteps: 1 })
  t.match(result, { cause: undefined })
  t.ok(loop.requests[0]?.messages.some(({ content }) => content.includes(task)))
})

t.test('omitted characters are counted only where the text is not whole', async (t) => {
  const view = (content: string) =>
    ({
      generation: { head: [{ role: 'user', content }] },
      tail: [],
      task: { text: 'a … 3 characters omitted … b' },
    }) as unknown as Parameters<typeof omittedOfTask>[0]
  t.equal(omittedOfTask(view('Task: a … 3 characters omitted … b')), 0)
  t.equal(omittedOfTask(view('Task: a\n… 12 characters omitted …\nb')), 12)
  t.equal(omittedOfTask(view('another text')), 0)
})
