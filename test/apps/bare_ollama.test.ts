import t, { type Test } from 'tap'
import type { Ask, FakeEndpoint } from '../kit/fake_endpoint.js'
import { type Family, startFamily } from '../kit/family_engine.js'
import { openProgram, type Program } from '../kit/program.js'

const QWEN: Family = {
  id: 'qwen3:8b',
  row: { owned_by: 'library' },
  windowTokens: 16_384,
  offered: 'native',
  thinking: 'none',
  parallel: true,
  vision: false,
  overflow: 'cut',
  tellsCache: false,
  ollama: true,
}

async function served(
  t: Test,
  family: Family,
): Promise<{ engine: FakeEndpoint; at: string[]; box: Program }> {
  const engine = await startFamily(family)
  t.teardown(() => engine.close())
  return { engine, at: ['--base-url', engine.baseUrl], box: openProgram(t) }
}

const isChat = ({ path }: Ask) => path === '/v1/chat/completions'

async function windowOf(box: Program): Promise<number> {
  const { stdout } = await box.run(['ledger', 'sql', 'SELECT window_tokens AS w FROM sessions'])
  return Number(/(\d{4,})/.exec(stdout)?.[1])
}

t.test('row 71: the window comes from /api/ps, after the load', async (t) => {
  const { engine, at, box } = await served(t, QWEN)
  t.equal((await box.run(['-p', 'hello', ...at])).code, 0)
  const order = engine.asks.map(({ path }) => path)
  t.ok(order.lastIndexOf('/api/ps') > order.indexOf('/v1/chat/completions'), order.join(' '))
  t.notOk(order.includes('/api/show'), 'which tells the window of the training')
  const [first] = engine.asks.filter(isChat).map(({ body }) => JSON.parse(body))
  t.ok(first.max_tokens < 4_096, `${first.max_tokens}: no window was known`)
  t.match(first, { temperature: 0.3, top_p: 0.95 })
  t.equal(await windowOf(box), 16_384)

  await box.run(['-p', 'hello again', ...at])
  const second = JSON.parse(engine.asks.filter(isChat).at(-1)?.body ?? '')
  t.equal(second.max_tokens, 4_096, 'it is known now: the cap of the profile holds')
})

t.test(
  'the served window is learned, and a prompt that Ollama cut is sent again to fit it',
  async (t) => {
    const { engine, at, box } = await served(t, { ...QWEN, windowTokens: 4_096 })
    const lines = Array.from({ length: 700 }, (_, n) => `line ${n} of a long story`).join('\n')
    box.write('story.txt', lines)
    const env = { AIRCODER_WINDOW: '32768' }
    const ask = ['-p', 'what is this? @story.txt', ...at, '--output-format', 'json']
    const asked = await box.run(ask, { env })
    t.equal(asked.code, 0, asked.stderr)
    const { usage, subtype } = JSON.parse(asked.stdout)
    t.equal(subtype, 'resolved')
    t.equal(await windowOf(box), 4_096, 'the session knows it now')
    const sizes = engine.asks.filter(isChat).map(({ body }) => body.length)
    t.equal(sizes.length, 2)
    t.ok((sizes[1] ?? 0) < (sizes[0] ?? 0) / 2, `${sizes}`)
    t.ok(usage.prompt_tokens < 4_096, `${usage.prompt_tokens}`)
  },
)

t.test(
  'a model whose template has no tools is taught them in the text from the first step',
  async (t) => {
    const { engine, at, box } = await served(t, { ...QWEN, id: 'gemma3:4b', offered: 'refused' })
    const { code, stderr } = await box.run(['-p', 'hello', ...at])
    t.equal(code, 0, stderr)
    const bodies = engine.asks.filter(isChat).map(({ body }) => JSON.parse(body))
    t.equal(bodies.length, 1, 'nothing was refused')
    t.equal(bodies[0].tools, undefined)
    t.match(bodies[0].messages[0].content, /read_file/)

    const forced = { env: { AIRCODER_TOOL_FORM: 'native' } }
    const refused = await box.run(['-p', 'hello', ...at], forced)
    t.match(
      refused.stdout + refused.stderr,
      /does not support tools\. Set AIRCODER_TOOL_FORM=text to describe the tools/,
    )
  },
)
