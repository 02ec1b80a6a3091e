import t from 'tap'
import { compact } from '#supervisor'
import { act, openLoop, say } from '../kit/loop.js'

const TEXT = Array.from({ length: 60 }, (_, n) => `line ${n} of ${'words '.repeat(6)}`).join('\n')
const READS = [1, 2, 3, 4, 5, 6].map((n) => act(['read_file', { path: `${n}.txt` }]))
const FILES = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`${n}.txt`, `${n} ${TEXT}\n`]))

t.test(
  '/compact writes a shorter prompt, keeps the words of the user, and survives a kill',
  async (t) => {
    const loop = openLoop(t, {
      files: FILES,
      replies: [...READS, say('Each file has 60 lines.')],
      over: { windowTokens: 16_384 },
    })
    const first = loop.add('How many lines has each file?')
    await loop.run(first)
    const deps = await loop.deps({})
    const { session } = loop.ledger().view(first)
    const rows = loop.ledger().find({ taskId: first, limit: 100 }).length
    const done = compact(loop.ledger().view(first), deps, 'keep the API names')
    t.ok(done?.isWritten && done.afterTokens < done.beforeTokens * 0.75, `${done?.afterTokens}`)
    t.equal(
      loop.ledger().find({ taskId: first, limit: 100 }).length,
      rows,
      'the ledger has all of it',
    )
    const again = compact(loop.ledger().view(first), deps, '')
    t.match(again, { isWritten: false }, 'a short prompt stays')

    loop.reopen()
    const second = loop.add('And how many words?', session.id)
    const sent = loop.requests.length
    await loop.run(second, { maxSteps: 1 })
    const [request] = loop.requests.slice(sent)
    const said = request?.messages.map(({ content }) => content).join('\n') ?? ''
    t.match(said, 'The user added: keep the API names')
    t.match(said, 'Task: And how many words?')
    const next = compact(loop.ledger().view(second), await loop.deps({}), '')
    const { generation } = loop.ledger().view(second)
    t.ok(next !== null)
    t.match(generation?.head.at(-1)?.content, 'keep the API names', 'also in later prompts')
  },
)

t.test('a text that is larger than the window does not end the session', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [...READS.slice(0, 2), say('Each file has 60 lines.'), say('They have 6 words.')],
    over: { windowTokens: 8_192 },
  })
  const first = loop.add('How many lines has each file?')
  await loop.run(first)
  const { session } = loop.ledger().view(first)
  const focus = `keep the names ${'x1 '.repeat(100_000)}`
  const done = compact(loop.ledger().view(first), await loop.deps({}), focus)
  t.ok(done !== null && done.afterTokens < 6_000, `${done?.afterTokens}`)
  const { result } = await loop.run(loop.add('And how many words?', session.id))
  t.not(result?.cause, 'window', `${result?.text}`)
  t.match(
    loop.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join(''),
    'keep the names',
  )
})

t.test('without a prompt there is nothing to compact', async (t) => {
  const loop = openLoop(t, { files: FILES })
  t.equal(compact(loop.ledger().view(loop.add('x')), await loop.deps({}), ''), null)
})

t.test('--assemble always writes each prompt again and ends with the same result', async (t) => {
  const replies = [...READS, say('Each file has 60 lines.')]
  const loop = openLoop(t, { files: FILES, replies, over: { windowTokens: 4_096 } })
  const { result } = await loop.run(loop.add('How many lines has each file?'), {
    assembleMode: 'always',
  })
  t.match(result, { subtype: 'resolved' })
  t.match(loop.requests.at(-1)?.messages[1]?.content, /Done so far/)
  const { rows } = loop.ledger().sql('SELECT reason FROM generations ORDER BY number')
  t.same(rows.flat(), ['start', ...READS.map(() => 'always')])
})
