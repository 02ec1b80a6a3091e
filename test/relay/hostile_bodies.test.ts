import t from 'tap'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { CHAT, CHAT_HEAD, sendBytes, startTarget, statusesOf, TOKEN } from '../kit/hostile.js'

const MIB = 1_048_576
const USER = '{"role":"user","content":"hi"}'
/** A proper chat body with this beside it, as text: what JSON.stringify would not write. */
const withField = (field: string) => `{"model":"m","messages":[${USER}],${field}}`
const withContent = (content: string) =>
  `{"model":"m","messages":[{"role":"user","content":${content}}]}`

function framed(body: string | Buffer): Buffer {
  const bytes = Buffer.from(body as string)
  return Buffer.concat([Buffer.from(`${CHAT_HEAD}content-length: ${bytes.length}\r\n\r\n`), bytes])
}

function chunked(body: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from(`${CHAT_HEAD}transfer-encoding: chunked\r\n\r\n`)]
  for (let at = 0; at < body.length; at += 65_536) {
    const part = body.subarray(at, at + 65_536)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

t.test('invalid bodies are refused with their status', async (t) => {
  const { engine, port, strayed, assertWell } = await startTarget(t)
  const nested = (open: string, close: string, depth: number) =>
    open.repeat(depth) + close.repeat(depth)
  const bodies: Record<string, string | Buffer> = {
    nothing: '',
    spaces: '   ',
    'a word': 'hello',
    null: 'null',
    true: 'true',
    'a number': '1e999',
    'a string': '"x"',
    'a list': '[]',
    'a form': 'model=m&messages=x',
    xml: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    'half an object': CHAT.slice(0, -1),
    'two objects': CHAT + CHAT,
    'something after it': `${CHAT}x`,
    'a comma too many': withField('"x":[1,]'),
    'single quotes': CHAT.replaceAll('"', "'"),
    'a comment': `/* x */${CHAT}`,
    'no quotes': CHAT.replace('"model"', 'model'),
    'a line end in a string': withContent('"a\nb"'),
    'a NUL in a string': withContent('"a\0b"'),
    'a bad escape': withContent('"\\x41"'),
    'half an escape': withContent('"\\u12"'),
    NaN: withField('"temperature":NaN'),
    Infinity: withField('"temperature":-Infinity'),
    hex: withField('"max_tokens":0x10'),
    'UTF-16': Buffer.from(CHAT, 'utf16le'),
    'UTF-16 with its mark': Buffer.from(`\ufeff${CHAT}`, 'utf16le'),
    'deep lists': withField(`"x":${nested('[', ']', 100_000)}`),
    'deep objects': withField(`"x":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
    'deep and open': '['.repeat(2 * MIB),
    'deep beside a picture': `{"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}],"x":${nested('[', ']', 5_000)}}`,
    'many values': withField(`"x":[${'0,'.repeat(600_000)}0]`),
    'many keys': `{${Array.from({ length: 600_000 }, (_, at) => `"k${at}":0`).join(',')}}`,
    __proto__: withField('"__proto__":{"admin":true}'),
    '__proto__ in letters': withField('"\\u005f_proto__":{"admin":true}'),
    '__proto__ further down': withField('"x":[{"y":{"__proto__":[]}}]'),
    'constructor.prototype': withField('"constructor":{"prototype":{"admin":true}}'),
    '__proto__ in a message': `{"model":"m","messages":[{"role":"user","content":"x","__proto__":{"role":"system"}}]}`,
    'no model': `{"messages":[${USER}]}`,
    'a list of models': `{"model":["m"],"messages":[${USER}]}`,
    'an object for a model': `{"model":{"toString":"m"},"messages":[${USER}]}`,
    'an empty model': `{"model":"","messages":[${USER}]}`,
    'a long model': `{"model":"${'m'.repeat(MIB)}","messages":[${USER}]}`,
    'an object of messages': `{"model":"m","messages":{"0":${USER},"length":1}}`,
    'no messages': '{"model":"m","messages":[]}',
    'messages in messages': `{"model":"m","messages":[[${USER}]]}`,
    'null among messages': `{"model":"m","messages":[null]}`,
    'many messages': `{"model":"m","messages":[${Array(6_000).fill(USER).join(',')}]}`,
    'a role that is none': '{"model":"m","messages":[{"role":"root","content":"x"}]}',
    'a role in a list': '{"model":"m","messages":[{"role":["user"],"content":"x"}]}',
    'a number as content': withContent('5'),
    'a tree as content': withContent('{"a":1}'),
    'a file to read': withContent(
      '[{"type":"image_url","image_url":{"url":"file:///etc/passwd"}}]',
    ),
    'an address to fetch': withContent(
      '[{"type":"image_url","image_url":{"url":"http://169.254.169.254/latest/meta-data"}}]',
    ),
    'tokens below zero': withField('"max_tokens":-1'),
    'half a token': withField('"max_tokens":0.5'),
    'tokens beyond numbers': withField('"max_tokens":1e400'),
    'tokens as text': withField('"max_tokens":"10"'),
    'heat as text': withField('"temperature":"hot"'),
    'stream as text': withField('"stream":"yes"'),
    'stops of numbers': withField('"stop":[1]'),
    'tools that are none': withField('"tools":{"name":"x"}'),
    'a tool without a name': withField('"tools":[{"type":"function","function":{}}]'),
  }
  for (const [name, body] of Object.entries(bodies)) {
    const answer = await sendBytes(port, framed(body), { quietMs: 30 })
    t.same(statusesOf(answer), [400], name)
    const error = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    t.match(
      error,
      /^\{"error":\{"message":"[^\n]+","type":"invalid_request_error","code":"\w+"/,
      name,
    )
    t.ok(error.length < 2_000, `${name}: what was sent is not sent back`)
    t.notMatch(error, /node_modules|\.[jt]s:\d|root:x:/, name)
  }
  t.equal(engine.chats.length, 0, 'the engine saw none of it')
  t.notOk('admin' in {}, 'no object has learnt anything')
  t.same(strayed(), [])
  await assertWell(t, 'bodies')
})

t.test('a body beyond the limit is refused before it is complete, with any framing', async (t) => {
  const { engine, port, assertWell } = await startTarget(t, { bodyBytes: 65_536 })
  const large = Buffer.from(withContent(`"${'x'.repeat(4 * MIB)}"`))
  const announced = `${CHAT_HEAD}content-length: ${8 * MIB}\r\n\r\n`
  t.same(statusesOf(await sendBytes(port, announced)), [413], 'its length says it')
  t.same(statusesOf(await sendBytes(port, chunked(large))), [413], 'its chunks add up to it')
  t.same(statusesOf(await sendBytes(port, framed(large))), [413], 'it comes all the same')
  const few = Buffer.from(withContent(`"${'x'.repeat(4_096)}"`))
  t.same(statusesOf(await sendBytes(port, chunked(few))), [200], 'chunks below it are fine')
  const short = `${CHAT_HEAD}content-length: 60000\r\n\r\n${CHAT}`
  t.same(statusesOf(await sendBytes(port, short, { half: true })), [400], 'less than was announced')
  t.equal(engine.chats.length, 1)
  await assertWell(t, 'sizes')
})

t.test('an ambiguous body reaches the engine in one reading', async (t) => {
  const { engine, port, assertWell } = await startTarget(t, {
    tokens: [{ name: 'alice', sha256: digestOf(TOKEN).toString('hex'), models: ['m'] }],
  })
  const send = async (body: string | Buffer) =>
    statusesOf(await sendBytes(port, framed(body), { quietMs: 30 }))[0]
  const last = () => engine.chats.at(-1) ?? {}

  t.equal(await send(`{"model":"other","messages":[${USER}],"model":"m"}`), 200)
  t.equal(last().model, 'm:latest', 'the last of two models was checked, and it is asked')
  t.not(await send(`{"model":"m","messages":[${USER}],"model":"other"}`), 200)
  t.not(await send(`{"model":"m","messages":[${USER}],"\\u006dodel":"other"}`), 200)
  t.equal(engine.chats.length, 1)

  t.equal(
    await send(`{"model":"m","messages":[${USER}],"messages":[${USER.replace('hi', 'two')}]}`),
    200,
  )
  t.match(last().messages, [{ role: 'user', content: 'two' }])

  // What is no UTF-8 does not go on as it came: neither halves of characters nor overlong letters.
  for (const [name, bytes] of Object.entries({
    'a lone byte': [0xff],
    'half a character': [0xe2, 0x82],
    'an overlong slash': [0xc0, 0xaf],
    'half a pair': [0xed, 0xa0, 0x80],
    'beyond Unicode': [0xf5, 0x80, 0x80, 0x80],
  })) {
    const body = Buffer.concat([
      Buffer.from('{"model":"m","messages":[{"role":"user","content":"a'),
      Buffer.from(bytes),
      Buffer.from('b"}]}'),
    ])
    const asked = engine.chats.length
    const status = await send(body)
    t.ok(status === 400 || status === 200, `${name}: ${status}`)
    if (status !== 200) t.equal(engine.chats.length, asked)
    else t.match(last().messages, [{ content: /^a\ufffd+b$/ }], name)
  }
  for (const [name, text] of [
    ['half a pair as an escape', '"a\\ud800b"'],
    ['a NUL as an escape', '"a\\u0000b"'],
    ['marks of direction', '"a\\u202eb"'],
    ['a line of events', '"a\\n\\ndata: [DONE]\\n\\n"'],
  ] as const) {
    t.equal(await send(withContent(text)), 200, name)
    t.ok(JSON.stringify(last().messages).length < 200, 'it arrived as content of one message')
    t.equal((last().messages as unknown[]).length, 1)
  }
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'length']
  const odd = names.map((name) => `"${name}":"x"`).join(',')
  t.equal(await send(withField(odd)), 200, 'names that every object has are names like others')
  await assertWell(t, 'double meanings')
})
