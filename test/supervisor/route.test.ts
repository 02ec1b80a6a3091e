import t from 'tap'
import { LIMITS } from '#core'
import { act, type Drive, type Loop, openLoop, say } from '../kit/loop.js'

const SMALL: Drive = { windowTokens: 8_192 }
const LONG = Array.from({ length: 160 }, (_, n) => `the words of line ${n} are here`).join('\n')

function names(loop: Loop, at: number): string[] {
  return loop.requests.at(at)?.tools.map((tool) => tool.function.name) ?? []
}

/** Runs each task to its end in one session. */
async function talk(loop: Loop, texts: readonly string[], over: Drive = SMALL) {
  let session: string | undefined
  for (const text of texts) {
    const taskId = loop.add(text, session)
    session = loop.ledger().view(taskId).session.id
    await loop.run(taskId, over)
  }
  return loop.ledger().view(loop.ledger().tasks()[0]?.id ?? '')
}

function bytes({ messages, tools }: Loop['requests'][number]): string {
  return JSON.stringify([tools, ...messages]).slice(0, -1)
}

t.test('a turn with the same needs extends the prompt of the turn before', async (t) => {
  const loop = openLoop(t, { replies: [say('Hello.'), say('It is nothing.'), say('Gladly.')] })
  await talk(loop, ['hi', 'what does the folder have?', 'thanks'])
  const [first, second, third] = loop.requests.map(bytes)
  t.ok(second?.startsWith(first ?? 'x') && third?.startsWith(second ?? 'x'))
})

t.test('row 117: a short prompt is written again for a turn that needs other tools', async (t) => {
  const loop = openLoop(t, { replies: [say('Hello.'), say('That is it.'), say('It is.')] })
  const view = await talk(loop, ['hi', 'read https://example.com', 'yes'])
  t.notOk(names(loop, 0).includes('web_fetch'))
  t.ok(names(loop, 1).includes('web_fetch'))
  t.same(names(loop, 2), names(loop, 1), 'a message that agrees changes nothing')
  t.match(view.generation, { number: 2, reason: 'route' })
})

t.test('a longer prompt is kept, and the tool is reached by its line', async (t) => {
  const loop = openLoop(t, {
    files: { 'a.txt': LONG },
    replies: [act(['read_file', { path: 'a.txt' }]), say('Words.'), say('Not without a network.')],
  })
  const view = await talk(loop, ['what does a.txt say?', 'read https://example.com'], {
    windowTokens: 16_384,
  })
  const size = view.lastPrompt?.estimatedTokens ?? LIMITS.rerouteTokens + 1
  t.ok(size > LIMITS.rerouteTokens)
  t.equal(view.generation?.number, 1)
  t.same(names(loop, -1), names(loop, 0))
  const more = loop.requests.at(-1)?.tools.find((tool) => tool.function.name === 'more_tools')
  t.match(more?.function.description, /\nweb_fetch: /)
})

t.test(
  'row 120: a rebuild offers what was called in the turn, and takes nothing away',
  async (t) => {
    const files = Object.fromEntries(
      Array.from('abcdefghijkl', (n) => [`${n}.txt`, LONG.replaceAll('words', n)]),
    )
    const reads = Object.keys(files).map((path) => act(['read_file', { path }]))
    const loop = openLoop(t, {
      files,
      replies: [act(['symbol', { name: 'words' }]), ...reads, say('Letters.')],
    })
    const view = await talk(loop, ['what do the files say?'], { windowTokens: 4_096 })
    t.ok((view.generation?.number ?? 0) > 1, 'it was rebuilt')
    t.notOk(names(loop, 0).includes('symbol'))
    t.same(names(loop, -1), [...names(loop, 0), 'symbol'].sort())
  },
)

t.test('row 120: a turn after a failure gets more tools', async (t) => {
  const loop = openLoop(t, {
    files: { 'a.txt': 'one' },
    replies: [act(['read_file', { path: 'a.txt' }]), say('It says one.')],
  })
  const first = loop.add('what does a.txt say?')
  await loop.run(first, { ...SMALL, maxSteps: 1 })
  t.equal(loop.ledger().view(first).task.status, 'limit')
  const next = loop.add('go on', loop.ledger().view(first).session.id)
  await loop.run(next, SMALL)
  t.notOk(names(loop, 0).includes('multi_edit'))
  t.ok(names(loop, -1).includes('multi_edit'))
})
