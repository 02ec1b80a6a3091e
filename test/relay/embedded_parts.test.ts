import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { type ChatBody, ChatBodySchema } from '../../libs/relay/chat/chat_body.js'
import { createCallReader, type Piece } from '../../libs/relay/engines/embedded/calls.js'
import { findLlama } from '../../libs/relay/engines/embedded/find_llama.js'
import { openHost, windowFor } from '../../libs/relay/engines/embedded/host.js'
import type { LlamaSequence, Token } from '../../libs/relay/engines/embedded/llama_api.js'
import { locateModel } from '../../libs/relay/engines/embedded/locate.js'
import { templateMessages } from '../../libs/relay/engines/embedded/messages.js'
import { createSlots } from '../../libs/relay/engines/embedded/slots.js'
import { createStopReader, createTextReader } from '../../libs/relay/engines/embedded/text.js'
import { startRelay } from '../kit/relay.js'

const bodyOf = (rest: object): ChatBody =>
  ChatBodySchema.parse({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...rest })

t.test('an engine URL is a file or a name in the hub', async (t) => {
  const hub = { stateDir: '/state', hubUrl: 'https://hub.example' }
  t.match(locateModel('/models/Tiny-1B.Q4_K_M.gguf', hub), {
    id: 'Tiny-1B.Q4_K_M',
    path: '/models/Tiny-1B.Q4_K_M.gguf',
    hubUrl: null,
  })
  t.same(locateModel('hf:own.er/Re-po:sub/x.GGUF', hub), {
    id: 'x',
    path: '/state/models/own.er/Re-po/sub/x.GGUF',
    hubUrl: 'https://hub.example/own.er/Re-po/resolve/main/sub/x.GGUF',
  })
  const wrong = [
    undefined,
    'model.bin',
    'hf:only:x.gguf',
    'hf:a/b:../x.gguf',
    'hf:../b:x.gguf',
    'hf:a/b:s//x.gguf',
    'hf:a/b:x-00001-of-00002.gguf',
  ]
  for (const url of wrong)
    t.throws(() => locateModel(url, hub), { code: 'SETTINGS_INVALID' }, `${url}`)
  t.throws(() => locateModel('hf:a/b:x.gguf', { hubUrl: hub.hubUrl }), /stateDir/)
})

t.test(
  'a wrong engine URL and a missing package are reported before anything starts',
  async (t) => {
    const cases: [object, RegExp][] = [
      [{ engine: 'embedded' }, /embedded engine needs the path/],
      [{ engine: 'embedded', engineUrl: 'http://127.0.0.1:1' }, /embedded needs a \.gguf/],
      [{ engine: 'ollama', engineUrl: './x.gguf' }, /ollama needs an http/],
      [{ engine: 'openai', engineUrl: 'hf:a/b:x.gguf' }, /openai needs an http/],
    ]
    for (const [values, message] of cases)
      await t.rejects(startRelay({ ...values }), { code: 'SETTINGS_INVALID', message })
    const folder = t.testdir({ 'x.gguf': 'GGUF' })
    await t.rejects(
      startRelay({
        engine: 'embedded',
        engineUrl: join(folder, 'x.gguf'),
        embeddedModule: join(folder, 'nowhere'),
      }),
      { code: 'ENGINE_MISSING', exitCode: 2, message: /node-llama-cpp.*nowhere/ },
    )
    await t.rejects(findLlama(folder), { code: 'ENGINE_MISSING', hint: /npm install/ })
  },
)

t.test('a file that is not a model and a window that is too large are refused', async (t) => {
  const folder = t.testdir({ 'x.gguf': 'no model at all', 'empty.gguf': '' })
  for (const name of ['x.gguf', 'empty.gguf', 'absent.gguf'])
    await t.rejects(openHost(join(folder, name), 1, { embeddedGpu: false }), {
      code: 'GGUF_INVALID',
      exitCode: 2,
      message: name,
    })
  t.same(windowFor({ trainContextSize: 8_192 }, undefined), { max: 8_192 })
  t.same(windowFor({ trainContextSize: 131_072 }, undefined), { max: 32_768 })
  t.equal(windowFor({ trainContextSize: 131_072 }, 65_536), 65_536)
  t.throws(() => windowFor({ trainContextSize: 8_192 }, 9_000), {
    code: 'SETTINGS_INVALID',
    message: /8192.*9000/,
  })
})

t.test('a conversation keeps its calls with every kind of template', async (t) => {
  const { messages } = bodyOf({
    messages: [
      {
        role: 'developer',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: '1', function: { name: 'grep', arguments: '{"pattern":"x"}' } },
          { id: '2', function: { name: 'grep', arguments: '{"pat' } },
        ],
      },
      { role: 'tool', tool_call_id: '1', content: 'found' },
      { role: 'tool', tool_call_id: '9', content: 'lost' },
    ],
  })
  t.match(templateMessages(messages, true), [
    { role: 'system', content: 'a\nb' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: '1', function: { name: 'grep', arguments: { pattern: 'x' } } },
        { id: '2', function: { name: 'grep', arguments: '{"pat' } },
      ],
    },
    { role: 'tool', content: 'found', name: 'grep' },
    { role: 'tool', content: 'lost', tool_call_id: '9' },
  ])
  const [, folded] = templateMessages(messages, false)
  t.notOk(folded?.tool_calls)
  t.match(folded?.content, '<tool_call>\n{"name":"grep","arguments":{"pattern":"x"}}\n</tool_call>')
  const audio = bodyOf({ messages: [{ role: 'user', content: [{ type: 'audio' }] }] })
  t.throws(() => templateMessages(audio.messages, true), /messages\.0\.content\.0.*audio/)
})

/** Feeds a text in pieces of any size. */
function read(text: string, cuts: number[]): Piece[] {
  const reader = createCallReader()
  const pieces: Piece[] = []
  let at = 0
  for (const cut of [...cuts, text.length]) {
    pieces.push(...reader.push(text.slice(at, at + cut)))
    at += cut
  }
  return [...pieces, ...reader.end()].reduce<Piece[]>((joined, piece) => {
    const last = joined.at(-1)
    if (piece.type === 'text' && last?.type === 'text') last.text += piece.text
    else joined.push({ ...piece })
    return joined
  }, [])
}

t.test('calls and text are separated for every split of the pieces', async (t) => {
  const call = (name: string, args: string) =>
    `<tool_call>\n{"name":"${name}","arguments":${args}}\n</tool_call>`
  const cases: [string, Piece[]][] = [
    ['plain < text <tool', [{ type: 'text', text: 'plain < text <tool' }]],
    [
      `Look.\n${call('a', '{"x":1}')}\n${call('b', '"{}"')}\n`,
      [
        { type: 'text', text: 'Look.\n' },
        { type: 'call', name: 'a', arguments: '{"x":1}' },
        { type: 'call', name: 'b', arguments: '{}' },
      ],
    ],
    ['<tool_call>{"name":"a"}', [{ type: 'call', name: 'a', arguments: '{}' }]],
    ['<tool_call>{"name":"a","argu', [{ type: 'text', text: '<tool_call>{"name":"a","argu' }]],
    [
      '<tool_call><function=a></tool_call> then',
      [{ type: 'text', text: '<tool_call><function=a></tool_call> then' }],
    ],
    [
      `${call('a', '{}')} and text`,
      [
        { type: 'call', name: 'a', arguments: '{}' },
        { type: 'text', text: ' and text' },
      ],
    ],
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...cases),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }),
      ([text, pieces], cuts) => t.strictSame(read(text, cuts), pieces) === true,
    ),
    { numRuns: 60 },
  )
})

t.test('no part of a stop text is returned', async (t) => {
  const feed = (stops: string[], ...parts: string[]) => {
    const reader = createStopReader(stops)
    let out = ''
    for (const part of parts) {
      const { text, stopped } = reader.push(part)
      out += text
      if (stopped) return `${out}|`
    }
    return out + reader.end()
  }
  t.equal(feed(['END'], 'a', 'E', 'N', 'x', 'EN', 'D', 'b'), 'aENx|')
  t.equal(feed(['END', '\n\n'], 'a\n', '\nb'), 'a|')
  t.equal(feed(['END'], 'a E'), 'a E', 'what only looked like it is not lost')
  t.equal(feed([], 'a', 'b'), 'ab')
})

t.test('characters are returned whole for every split of their bytes', async (t) => {
  // A token is a byte here: the worst case.
  const model = {
    detokenize: (tokens: readonly Token[]) => Buffer.from(tokens).toString('utf8'),
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const reader = createTextReader(model, [])
      const pieces = [...Buffer.from(text)].map((byte) => reader.push(byte))
      const good = !text.includes('\ufffd')
      if (good) t.notMatch(pieces.join('|'), '\ufffd')
      return pieces.join('') + reader.end() === Buffer.from(text).toString('utf8')
    }),
    { numRuns: 100 },
  )
  const broken = createTextReader(model, [])
  const out = [...Buffer.alloc(40, 0x80)].map((byte) => broken.push(byte)).join('')
  t.ok(out.length >= 32, 'bytes that make no character do not pile up')
})

/** A sequence that only knows its tokens. */
function sequenceOf(tokens: Token[]): LlamaSequence {
  return {
    nextTokenIndex: tokens.length,
    compareContextTokens: (wanted: Token[]) => {
      const at = wanted.findIndex((token, index) => token !== tokens[index])
      return { firstDifferentIndex: at === -1 ? Math.min(wanted.length, tokens.length) : at }
    },
  } as LlamaSequence
}

t.test(
  'the sequence with the longest shared prefix is used, and a busy one is waited for',
  async (t) => {
    const long = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    const never = new AbortController().signal
    const slots = createSlots([sequenceOf(long), sequenceOf([]), sequenceOf([1, 2, 3])])
    const take = (tokens: Token[], owner: string | null = null) => slots.take(tokens, owner, never)
    const first = await take([...long, 10])
    t.equal(first.sequence.nextTokenIndex, 9, 'its own conversation')
    slots.give(first)
    const other = await take([1, 2, 20])
    t.equal(other.sequence.nextTokenIndex, 3, 'one token lost, two kept')
    const third = await take([1, 2, 30])
    t.equal(third.sequence.nextTokenIndex, 0, 'rather an empty one than half of a long one')
    const rest = await take([99])
    t.equal(rest, first, 'what is left')

    const left = new AbortController()
    const gone = slots.take([1], null, left.signal)
    const waits = take([1])
    left.abort(new Error('left'))
    await t.rejects(gone, /left/)
    slots.give(other)
    t.equal(await waits, other, 'the one that is freed')

    const own = createSlots([sequenceOf(long), sequenceOf([])])
    slots.give(await own.take(long, 'kim', never))
    for (const slot of [await own.take([1, 50], 'kim', never)]) {
      t.equal(
        slot.sequence.nextTokenIndex,
        9,
        'a conversation rewritten by its owner stays where it was',
      )
    }
  },
)
