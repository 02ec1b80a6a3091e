import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import t from 'tap'
import { openInput } from '#terminal'
import { askPerson } from '../../apps/cli/answers/ask_person.js'
import { CLOUDS, cloudAct } from '../kit/clouds.js'
import { settle } from '../kit/fake_clock.js'
import { chunk, DONE, serveReplies, startEndpoint, stream, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { jsonLines, openProgram } from '../kit/program.js'

const DIFF = { diff: '--- a/x.js\n+++ b/x.js\n@@\n-1\n+2\n' }

t.test(
  'inspect micro asks one side question, on or off, with or without an endpoint',
  async (t) => {
    const endpoint = await startEndpoint(() =>
      stream(chunk({ content: '{"subject": "fix: say 2"}' }), chunk({}, 'stop'), DONE),
    )
    t.teardown(() => endpoint.close())
    const { run } = openProgram(t)
    const input = [
      JSON.stringify({ feature: 'commit_message', input: DIFF }),
      JSON.stringify({ feature: 'commit_message', input: DIFF }),
      JSON.stringify({ feature: 'merge_edit', input: { region: 'a' } }),
      JSON.stringify({ feature: 'fly', input: {} }),
    ].join('\n')
    const asked = await run(['inspect', 'micro', '--base-url', endpoint.baseUrl], { input })
    t.match(jsonLines(asked.stdout), [
      { feature: 'commit_message', value: { subject: 'fix: say 2' }, source: 'model', reason: '' },
      { value: { subject: 'fix: say 2' }, source: 'cache' },
      { error: /^merge_edit takes an input with region, old_str, new_str/ },
      { error: /NAME is one of .*\bclarify, commit_message, consolidate, explain_failure/ },
    ])
    t.equal(endpoint.asks.length, 1)
    await endpoint.close()
    const alone = await run(['inspect', 'micro', '--base-url', endpoint.baseUrl], { input })
    t.match(jsonLines(alone.stdout)[0], {
      value: { subject: 'chore: change x.js' },
      source: 'fallback',
      reason: /^No model answers/,
    })
    t.equal(alone.code, 2, 'two lines could not be used')
  },
)

t.test('an unknown feature or provider is reported with the known ones', async (t) => {
  const { run } = openProgram(t)
  const endpoint = await serveReplies([say('hi')])
  t.teardown(() => endpoint.close())
  const args = ['-p', 'hi', '--base-url', endpoint.baseUrl]
  const wrong = await run(args, { env: { AIRCODER_FEATURES: 'repair_cal' } })
  t.equal(wrong.code, 2)
  t.match(
    wrong.stderr,
    /Settings in file or environment: features: unknown name "repair_cal"; known are .*\bclarify,/,
  )
  const env = { AIRCODER_ESCALATE: '1', AIRCODER_ESCALATION: '{"provider":"nobody"}' }
  const unknown = await run(args, { env })
  t.equal(unknown.code, 2)
  t.match(unknown.stderr, /unknown provider "nobody"; known are anthropic, openai, deepseek/)
})

t.test(
  'a side question of a run is logged, the fast tier answers it, and nothing leaves without a person',
  async (t) => {
    const miss = (from: string) =>
      act(['patch_file', { path: 'a.txt', old_str: from, new_str: 'b' }])
    const replies = [
      act(['run_command', { command: 'cat missing' }]),
      act(['spawn_child', { hypothesis: 'it is there' }]),
      miss('one'),
      miss('two'),
      act(['read_file', { path: 'a.txt' }]),
      say('done'),
    ]
    const main = await serveReplies(replies)
    const fast = await startEndpoint(() =>
      stream(chunk({ content: '{"cause": "it is missing"}' }), chunk({}, 'stop'), DONE),
    )
    const cloud = await startEndpoint(cloudAct('openai', { text: 'hi' }))
    t.teardown(() => Promise.all([main.close(), fast.close(), cloud.close()]))
    const { run } = openProgram(t, { 'a.txt': 'a\n' })
    const env = {
      AIRCODER_FEATURES: 'explain_failure',
      AIRCODER_TIERS: JSON.stringify({
        fast: { baseUrl: fast.baseUrl, model: 'quick', token: 'fast-token' },
      }),
      AIRCODER_ESCALATE: 'true',
      AIRCODER_ESCALATION: JSON.stringify({ provider: 'openai', baseUrl: cloud.baseUrl }),
      [CLOUDS.openai?.key ?? '']: 'KEY-OF-MINE',
    }
    const args = [
      'run',
      'look at a.txt',
      '--base-url',
      main.baseUrl,
      '--permission-mode',
      'yolo',
      '--max-steps',
      '5',
      '-v',
    ]
    const { stderr, code } = await run(args, { env })
    t.equal(code, 4)
    t.match(stderr, /side question explain_failure: answered in/)
    t.equal(fast.asks.length, 1)
    t.match(fast.asks[0], { headers: { authorization: 'Bearer fast-token' } })
    t.match(main.asks[1]?.body, /not evidence:\) it is missing/)
    t.match(
      stderr,
      /openai could be asked, but nobody can allow it in this run: nothing left this machine/,
    )
    t.equal(cloud.requests.length, 0)
    t.notMatch(stderr, /KEY-OF-MINE|fast-token/)
    const { stdout } = await run(['ledger', 'sql', 'SELECT status, provider FROM egress'])
    t.match(stdout, /refused.*openai/)
    const { stdout: side } = await run(['ledger', 'sql', 'SELECT feature, source FROM micro_calls'])
    t.match(side, /explain_failure.*model/)
  },
)

t.test('the person reads all of it, and answers y or n', async (t) => {
  const question = {
    kind: 'egress' as const,
    provider: 'anthropic',
    host: 'api.example',
    model: 'm',
    reason: '2 edits in a row failed',
    bytes: 1234,
    text: '── user\nTask: \u001b[31mred',
    sources: ['e1', 'a.ts'],
    withheld: ['.env (deny rule .env)'],
    left: 3,
  }
  for (const [typed, decision] of [
    ['y\n', 'yes'],
    ['n not now\n', 'no'],
    ['maybe\ny\n', 'yes'],
  ] as const) {
    const [keys, screen] = [new PassThrough(), new PassThrough()]
    let shown = ''
    screen.on('data', (chunk) => {
      shown += chunk
    })
    const input = openInput({ input: keys, output: screen, terminal: false })
    const asker = { input, leave: () => {} }
    const answered = askPerson(question, asker, new AbortController().signal)
    for (const [count, line] of typed.trimEnd().split('\n').entries()) {
      while (shown.split('send it?').length <= count + 1) await settle()
      keys.write(`${line}\n`)
    }
    t.match(await answered, { decision }, typed)
    input.close()
    screen.end()
    await once(screen, 'end')
    for (const part of [
      'Task: ',
      '1234 bytes to api.example',
      'e1, a.ts',
      '.env (deny rule .env)',
      '3 left in this session',
    ])
      t.ok(shown.includes(part), part)
    t.notMatch(shown, '\u001b[31m', 'nothing in it controls the terminal')
  }
})

t.test('row 48: a run asks the strong tier after the retries of its model', async (t) => {
  const broken = { ...act(), tool_calls: [{ name: 'read_file', arguments: '{"path": "va' }] }
  const strong = await startEndpoint(() => streamed(say('It says one.')))
  t.teardown(() => strong.close())
  const tiers = { strong: { baseUrl: strong.baseUrl, model: 'big' } }
  for (const [id, retries] of Object.entries({
    'llama3.2:1b': 3,
    'qwen2.5:3b': 2,
    'qwen3:8b': 1,
  })) {
    const main = await startEndpoint(() => streamed({ ...broken, finish_reason: 'tool_calls' }), {
      models: [{ id, context_window: 32_768 }],
    })
    t.teardown(() => main.close())
    const { run } = openProgram(t, { 'value.txt': 'one\n' })
    const args = ['-p', 'what does value.txt say?', '--base-url', main.baseUrl, '-m', id]
    const ran = await run(args, { env: { AIRCODER_TIERS: JSON.stringify(tiers) } })
    t.match(ran, { code: 0, stdout: 'It says one.\n' }, id)
    t.equal(main.asks.length, retries + 1, id)
  }
  t.equal(strong.asks.length, 3)
})

t.test(
  'rows 122, 125: by difficulty an easy turn goes to the fast tier, and a run says who answered',
  async (t) => {
    const main = await startEndpoint(() => streamed(say('It says main.')))
    const fast = await startEndpoint(() => streamed(say('It says one.')))
    t.teardown(() => Promise.all([main.close(), fast.close()]))
    const { run } = openProgram(t, { 'value.txt': 'one\n' })
    const tiers = { fast: { baseUrl: fast.baseUrl, model: 'quick' } }
    const env = { AIRCODER_TIERS: JSON.stringify(tiers), AIRCODER_TIERS_BY: 'difficulty' }
    const args = ['--base-url', main.baseUrl, '-m', 'fake', '--output-format', 'stream-json']
    const { host } = new URL(fast.baseUrl)
    const easy = await run(['-p', 'what does @value.txt say?', ...args], { env })
    t.match(
      jsonLines(easy.stdout).find(({ type }) => type === 'step'),
      {
        route: {
          tier: 'fast',
          model: 'quick',
          host,
          why: 'the task is easy: it is a short question',
          category: 'read',
        },
      },
    )
    t.equal(main.asks.length, 0)
    const why = await run(['-p', 'why does @value.txt say one?', ...args], { env })
    t.match(
      jsonLines(why.stdout).find(({ type }) => type === 'step'),
      { route: { tier: 'main', model: 'fake', host: new URL(main.baseUrl).host, why: null } },
    )
    const routed = await run(['inspect', 'route', 'fix', 'it'])
    t.match(routed.stdout, 'difficulty: hard (it asks for a change and names no place)')
    const wrong = await run(['-p', 'hi', ...args], { env: { AIRCODER_TIERS_BY: 'luck' } })
    t.equal(wrong.code, 2)
    t.match(jsonLines(wrong.stdout)[0], { hint: /AIRCODER_TIERS_BY=difficulty/ })
  },
)
