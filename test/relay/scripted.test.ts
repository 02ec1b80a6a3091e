import { statSync } from 'node:fs'
import { join } from 'node:path'
import OpenAI from 'openai'
import t from 'tap'
import { createPrefixMemory } from '../../libs/relay/engines/scripted/prefix_memory.js'
import { loadEngines } from '../../libs/relay/load_engines.js'
import { chatOf, startRelay } from '../kit/relay.js'

const REPLIES = [
  {
    content: 'Ich lese die Datei, 한국어 und 🙂 bleiben ganz.',
    reasoning: 'first step',
    note: 'by hand',
  },
  {
    tool_calls: [
      { name: 'grep', arguments: '{"pattern":"a long enough text for pieces"}' },
      { id: 'own', name: 'glob', arguments: '{' },
    ],
  },
  { content: 'cut', finish_reason: 'length' },
]

t.test('a recording is served reply by reply and is marked as a recording', async (t) => {
  const script = join(
    t.testdir({ 'r.jsonl': REPLIES.map((reply) => JSON.stringify(reply)).join('\n') }),
    'r.jsonl',
  )
  const relay = await startRelay({ engine: 'scripted', script })
  t.teardown(() => relay.stop())
  const sdk = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: 'x', maxRetries: 0 })
  const step = (n: number) => ({ headers: { 'x-aircoder-step': String(n) } })
  const messages = [{ role: 'user' as const, content: 'hi' }]

  const listed = await sdk.models.retrieve('scripted')
  const changed = Math.trunc(statSync(script).mtimeMs / 1000)
  t.equal(listed.created, changed, 'strict clients need the field: the time of the recording')

  const first = await relay.post(chatOf('scripted', { stream: true }))
  t.equal(first.headers.get('x-aircoder-engine'), 'scripted')
  const text = await first.text()
  t.ok(text.split('\n\n').length > 6, 'in several chunks')
  t.match(text, /"reasoning_content":"first step"/)

  const whole = await sdk.chat.completions.create({ model: 'scripted', messages })
  t.match(whole.choices[0], { message: { content: REPLIES[0]?.content }, finish_reason: 'stop' })
  t.ok((whole.usage?.prompt_tokens ?? 0) > 0 && (whole.usage?.completion_tokens ?? 0) > 0)

  const called = await sdk.chat.completions.create({ model: 'scripted', messages }, step(2))
  t.match(called.choices[0], {
    finish_reason: 'tool_calls',
    message: {
      content: null,
      tool_calls: [
        {
          id: /^call_/,
          function: { name: 'grep', arguments: '{"pattern":"a long enough text for pieces"}' },
        },
        { id: 'own', function: { name: 'glob', arguments: '{' } },
      ],
    },
  })
  const said = { role: 'assistant' as const, content: 'x' }
  const third = await sdk.chat.completions.create({
    model: 'scripted',
    messages: [...messages, said, ...messages, said, ...messages],
  })
  t.equal(
    third.choices[0]?.finish_reason,
    'length',
    'without the header the answers so far are counted',
  )

  const beyond = await relay.post(chatOf('scripted', { stream: true }), step(4))
  t.equal(beyond.status, 502)
  t.equal(beyond.headers.get('x-should-retry'), 'false')
  t.match(await beyond.json(), { error: { code: 'engine_error', message: /3 replies; reply 4/ } })
  t.equal(
    (await relay.post({ model: 'scripted', input: 'x' }, { path: '/v1/embeddings' })).status,
    404,
  )
})

t.test('the cached prefix is the common prefix with the last prompt of the session', async (t) => {
  const memory = createPrefixMemory()
  const [system, user, answer] = [
    'you are an agent',
    'fix the bug in a file',
    'I will read it',
  ].map((content) => ({ content }))
  t.equal(memory.count('s', [system, user]).cachedTokens, 0)
  const { promptTokens } = memory.count('other', [system, user])
  const grown = memory.count('s', [system, user, answer])
  t.equal(grown.cachedTokens, promptTokens)
  t.ok(grown.promptTokens > grown.cachedTokens)
  t.equal(memory.count('s', [user, system, answer]).cachedTokens, 0, 'changed at the start')
  t.equal(memory.count(null, [user, system, answer]).cachedTokens, 0)
  t.equal(
    memory.count('s', [user]).cachedTokens,
    memory.count('s', [user]).promptTokens,
    'shorter is all prefix',
  )
  for (let n = 0; n < 300; n += 1) memory.count(`filler ${n}`, [user])
  t.equal(memory.count('s', [user]).cachedTokens, 0, 'old sessions are forgotten')
})

t.test('an invalid recording is reported at the start', async (t) => {
  const folder = t.testdir({ 'bad.jsonl': '{"content":1}', 'empty.jsonl': '\n' })
  for (const script of ['missing.jsonl', 'bad.jsonl', 'empty.jsonl'])
    await t.rejects(startRelay({ engine: 'scripted', script: join(folder, script) }), {
      code: 'RECORDING_INVALID',
      exitCode: 2,
    })
  await t.rejects(startRelay({ engine: 'scripted' }), { code: 'SETTINGS_INVALID' })
  const names = (await loadEngines()).map(({ name }) => name).join(', ')
  await t.rejects(startRelay({ engine: 'nothing' }), {
    code: 'SETTINGS_INVALID',
    message: new RegExp(names),
  })
})
