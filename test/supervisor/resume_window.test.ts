import t, { type Test } from 'tap'
import type { ChatRequest } from '#core'
import { requestAt } from '#supervisor'
import { createRegistry, loadBuiltinTools, pickTools, routeMessage } from '#tools'
import { act, type Drive, type Loop, openLoop, say } from '../kit/loop.js'

const LONG = Array.from({ length: 330 }, (_, n) => `some words of line ${n} of it`).join('\n')
const TASK = 'what do the files say?'
const FILES = { 'a.txt': LONG, 'b.txt': LONG, 'c.txt': LONG }
const REPLIES = [
  act(['read_file', { path: 'a.txt' }]),
  act(['read_file', { path: 'b.txt' }]),
  act(['read_file', { path: 'c.txt' }]),
  say('All are read.'),
]
const tools = await loadBuiltinTools()
const registry = createRegistry(tools)
const LARGE: Drive = { windowTokens: 32_768 }
const SMALL: Drive = { windowTokens: 16_384 }
const NAMES = (few: boolean) =>
  pickTools(tools, { route: routeMessage(TASK), text: TASK, few, widened: false })

/** What the prompt is made of; how long the answer may be goes by the window. */
function bytes(request: ChatRequest | undefined): string {
  return JSON.stringify([request?.messages, request?.tools])
}

async function killAndResume(t: Test, first: Drive, then: Drive) {
  const loop = openLoop(t, { files: FILES, replies: REPLIES })
  const taskId = loop.add(TASK)
  await loop.run(taskId, first, ({ type }) => type === 'step' && loop.requests.length === 2)
  loop.reopen()
  const sent = loop.requests.length
  await loop.run(taskId, then, ({ type }) => type === 'step')
  t.equal(loop.requests.length, sent + 1)
  return { loop, taskId, resumed: loop.requests[sent] }
}

function generation(loop: Loop, taskId: string) {
  return loop.ledger().view(taskId).generation
}

t.test('a session that resumes with another window sends the same bytes', async (t) => {
  for (const [first, then] of [
    [LARGE, SMALL],
    [SMALL, LARGE],
  ] as const) {
    const same = await killAndResume(t, first, first)
    const { loop, taskId, resumed } = await killAndResume(t, first, then)
    t.equal(resumed?.messages.length, same.resumed?.messages.length)
    t.equal(bytes(resumed), bytes(same.resumed), `from ${first.windowTokens}`)
    t.equal(resumed?.tools.length, NAMES(first === SMALL).length)
    t.match(generation(loop, taskId), { number: 1, reason: 'start' })
    const deps = await loop.deps(then)
    t.same(requestAt(loop.ledger().view(taskId).session.id, 3, deps).tools, resumed?.tools)
  }
})

t.test(
  'a window that is too small for the prompt leads to a new prompt with its own tools',
  async (t) => {
    const { loop, taskId, resumed } = await killAndResume(t, LARGE, {
      ...SMALL,
      windowTokens: 8_192,
    })
    t.match(generation(loop, taskId), {
      number: 2,
      reason: 'window',
      offered: NAMES(true),
    })
    t.same(resumed?.tools, registry.schemas(NAMES(true)))
  },
)

t.test('a generation without stored tools uses the tools that are offered now', async (t) => {
  const loop = openLoop(t, { files: FILES, replies: REPLIES })
  const taskId = loop.add(TASK)
  loop.ledger().newGeneration(taskId, {
    head: [{ role: 'system', content: 'x' }],
    tailFromSeq: 0,
    reason: 'start',
  })
  await loop.run(taskId, SMALL)
  t.equal(generation(loop, taskId)?.offered, null)
  t.same(loop.requests[0]?.tools, registry.schemas())
})
