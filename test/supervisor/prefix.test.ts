import t, { type Test } from 'tap'
import type { ChatRequest } from '#core'
import { createScriptModel } from '#model'
import { reportPrefix } from '#supervisor'
import { act, type Loop, openLoop, say } from '../kit/loop.js'

const text = (n: number) =>
  Array.from({ length: 60 }, (_, at) => `file ${n} line ${at} has words`).join('\n')
const FILES = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`f${n}.txt`, text(n)]))
const FIRST = [
  act(['read_file', { path: 'f0.txt' }]),
  say('The factor is 8117.', ['read_file', { path: 'f1.txt' }]),
  say('f0 and f1 have lines with words.'),
]
const SECOND = [act(['read_file', { path: 'f2.txt' }]), say('f2 has words, too.')]
const bytes = ({ messages, tools }: ChatRequest) => JSON.stringify({ tools, messages })

async function secondTurn(loop: Loop, sessionId: string): Promise<void> {
  const message = { role: 'user' as const, content: 'Task: what does f2.txt say?' }
  const draft = { sessionId, text: 'what does f2.txt say?', message }
  const model = createScriptModel(SECOND)
  const spied: typeof model = {
    ask(request, options) {
      loop.requests.push(structuredClone(request))
      return model.ask(request, options)
    },
  }
  await loop.run(loop.ledger().createTask(draft), { model: spied })
}

/** Two turns of one session. @param isNew  the second one has a process of its own, as with `--continue` */
async function twoTurns(t: Test, isNew: boolean): Promise<ChatRequest[]> {
  const loop = openLoop(t, { files: FILES, replies: FIRST })
  const taskId = loop.add('what do f0.txt and f1.txt say?')
  await loop.run(taskId)
  const { session } = loop.ledger().view(taskId)
  if (isNew) loop.reopen()
  await secondTurn(loop, session.id)
  return loop.requests
}

t.test('a session that is continued in another process sends the same bytes', async (t) => {
  const [same, other] = [await twoTurns(t, false), await twoTurns(t, true)]
  t.same(other.map(bytes), same.map(bytes))
  const at = FIRST.length
  const [last, next] = [other[at - 1], other[at]]
  t.ok(last !== undefined && next !== undefined)
  t.same(next?.tools, last?.tools)
  t.same(next?.messages.slice(0, last?.messages.length), last?.messages, 'the whole prompt before')
})

t.test('-v and inspect prefix name the section that a rebuild changed first', async (t) => {
  const reads = Object.keys(FILES).map((path, at) =>
    say(`The value of file ${at} is ${at * 7}.`, ['read_file', { path }]),
  )
  const loop = openLoop(t, { files: FILES, replies: [...reads, say('They have words.')] })
  const taskId = loop.add('what do the files say?')
  const over = { windowTokens: 6_144, prefillPerS: 100 }
  const { events } = await loop.run(taskId, over)
  const notes = events.flatMap((event) =>
    event.type === 'note' && event.text.startsWith('the prompt was written again')
      ? [event.text]
      : [],
  )
  const rebuilt = events.filter((event) => event.type === 'step' && event.rebuilt)
  t.ok(rebuilt.length > 0)
  t.equal(notes.length, rebuilt.length)
  t.match(
    notes[0],
    /^the prompt was written again \(watermark\)\. It differs from facts on\. The engine loses [\d,]+ tokens of its cache and reads [\d,]+ again in about \d+ s$/,
  )
  const { session } = loop.ledger().view(taskId)
  const { steps, reuse, engineReuse } = reportPrefix(session.id, await loop.deps(over))
  const broken = steps.filter((step) => step.broken !== null)
  t.equal(broken.length, rebuilt.length)
  t.equal(broken[0]?.broken?.place, 'facts')
  t.ok(reuse > 0.5 && reuse < 1)
  t.equal(engineReuse, null, 'a script reports no cache')
})
