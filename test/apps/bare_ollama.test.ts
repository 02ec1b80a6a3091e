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

t.test('a prompt that Ollama cut ends with exit code 2, the numbers and the fix', async (t) => {
  const { at, box } = await served(t, { ...QWEN, windowTokens: 4_096 })
  const input = Array.from({ length: 700 }, (_, n) => `line ${n} of a long story`).join('\n')
  const env = { AIRCODER_WINDOW: '32768' }
  const cut = await box.run(['-p', 'what is this?', ...at, '--output-format', 'json'], {
    env,
    input,
  })
  t.equal(cut.code, 2, cut.stderr)
  const { text, subtype, steps } = JSON.parse(cut.stdout)
  t.match({ subtype, steps }, { subtype: 'interrupted', steps: 0 })
  t.match(text, /about \d,\d{3} tokens were sent, 2,048 were read\. Its window is 4,096/)
  t.match(text, /num_ctx.*AIRCODER_WINDOW=4096$/)
  t.match(cut.stderr, /every committed step is kept\. To resume:\n.* resume t_/)
  t.equal(await windowOf(box), 4_096, 'the session knows it now')
  const resumed = await box.run(['resume', ...at])
  t.match(resumed, { code: 0, stdout: /ok/ }, 'and a resumed prompt fits')
})

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
      refused.stderr,
      /does not support tools\. Set AIRCODER_TOOL_FORM=text to describe the tools/,
    )
  },
)
