import type { ServerResponse } from 'node:http'
import { LIMITS, type Problem } from '#core'
import { chunk, DONE, event } from './fake_endpoint.js'

/** What a server does with one chat request, and how the client must end. */
export interface HostileServer {
  name: string
  /** Writes the answer; `flood` writes the same bytes for as long as they are read. */
  send(answer: Answer): void
  /** It sends signs of life and no token: the time without one ends it. */
  isSilent?: true
  end: {
    /** The problem of the reply; null: none. `interrupted`: it never ends by itself, the person ends it. */
    problem: Problem['code'] | null | 'interrupted'
    /** Calls that may run. */
    calls?: number
    text?: string
  }
}

export interface Answer {
  response: ServerResponse
  /** Status and headers of an event stream, and these bytes. */
  say(...parts: string[]): void
  /** The same, and the end. */
  end(...parts: string[]): void
  flood(each: string | (() => string)): void
}

const MIB = 1_048_576
const STOP = chunk({}, 'stop')
const HELLO = [chunk({ content: 'Hello' }), STOP]
const GOOD = { problem: null, text: 'Hello' } as const
const TOO_LONG = { problem: 'too_long', calls: 0 } as const
const ENDLESS = { problem: 'interrupted' } as const
const READ = { name: 'read_file', arguments: '{"path":"a"}' }
const usage = (value: unknown) => event({ choices: [], usage: value })
const call = (fields: object, body: object = READ) =>
  chunk({ tool_calls: [{ index: 0, type: 'function', function: body, ...fields }] })
const raw = (json: string) => `data: ${json}\n\n`
const CALLS = chunk({}, 'tool_calls')

/** A good answer with this usage. */
const counts = (name: string, value: unknown): HostileServer => ({
  name: `usage: ${name}`,
  send: ({ end }) => end(...HELLO, usage(value), DONE),
  end: GOOD,
})
const prompt = (name: string, value: unknown) =>
  counts(name, {
    prompt_tokens: value,
    completion_tokens: value,
    prompt_tokens_details: { cached_tokens: value },
  })
/** One call with these labels. */
const labelled = (name: string, fields: object, calls = 1): HostileServer => ({
  name: `label: ${name}`,
  send: ({ end }) => end(call(fields), CALLS, DONE),
  end: { problem: null, calls },
})
const streamed = (name: string, parts: string[], end: HostileServer['end']): HostileServer => ({
  name,
  send: (answer) => answer.end(...parts),
  end,
})
const floods = (
  name: string,
  each: string | (() => string),
  end: HostileServer['end'],
  ...first: string[]
): HostileServer => ({
  name,
  send(answer) {
    answer.say(...first)
    answer.flood(each)
  },
  end,
})
const page = (name: string, status: number, headers: Record<string, string>, body: string) => ({
  name: `not the API: ${name}`,
  send: ({ response }: Answer) => void response.writeHead(status, headers).end(body),
  end: { problem: 'not_api' as const },
})

const NUMBERS: HostileServer[] = [
  prompt('-1', -1),
  prompt('1e308', 1e308),
  prompt('2^53 + 2', 9_007_199_254_740_994),
  prompt('a text', '12'),
  prompt('a fraction', 0.5),
  prompt('a list', [12]),
  prompt('an object', { prompt_tokens: 12 }),
  prompt('true', true),
  counts('itself a list', [{ prompt_tokens: 1 }]),
  counts('nested in itself', { usage: { prompt_tokens: 1e308 } }),
  streamed(
    'usage: Infinity',
    [...HELLO, raw('{"choices":[],"usage":{"prompt_tokens":1e999}}'), DONE],
    GOOD,
  ),
  streamed('usage: before everything', [usage({ prompt_tokens: 1e308 }), ...HELLO, DONE], GOOD),
  streamed(
    'created: the year 300,000',
    [event({ created: 1e13, choices: [{ index: 0, delta: { content: 'Hello' } }] }), STOP, DONE],
    GOOD,
  ),
  labelled('index 4294967295', { index: 4_294_967_295 }),
  labelled('index -1', { index: -1 }),
  labelled('index a list', { index: [0] }),
]

const ORDER: HostileServer[] = [
  streamed('order: the end mark first', [DONE, ...HELLO], { problem: 'inference_error' }),
  streamed('order: the finish first', [STOP, chunk({ content: 'Hello' }), DONE], GOOD),
  streamed('order: two finishes', [...HELLO, chunk({}, 'length'), STOP, DONE], GOOD),
  streamed('order: text after the end mark', [...HELLO, DONE, chunk({ content: ' more' })], GOOD),
]

const LABELS: HostileServer[] = [
  streamed(
    'label: two calls with one id',
    [
      call({ id: 'a' }),
      call({ index: 1, id: 'a' }, { ...READ, arguments: '{"path":"b"}' }),
      CALLS,
      DONE,
    ],
    { problem: null, calls: 2 },
  ),
  labelled('id with NUL and newlines', { id: 'a\0\n\r\u001b[2J' }),
  labelled('id of a mebibyte', { id: 'x'.repeat(MIB) }),
  labelled('id __proto__', { id: '__proto__' }),
  labelled('id e12', { id: 'e12' }),
  labelled('id auto_check', { id: 'auto_check', origin: 'program' }),
  labelled('id check_1', { id: 'check_1' }),
  labelled('id a number', { id: 7 }),
  labelled('id an object', { id: { a: 1 } }),
  labelled('no id', {}),
  streamed(
    'label: a name of a mebibyte',
    [call({}, { name: 'n'.repeat(MIB), arguments: '{}' }), CALLS, DONE],
    { problem: null, calls: 1 },
  ),
  streamed(
    'label: a name with control characters',
    [call({}, { name: 'a\0b\n\u001b[31m', arguments: '{}' }), CALLS, DONE],
    { problem: null, calls: 1 },
  ),
  streamed(
    'label: the name __proto__',
    [call({}, { name: '__proto__', arguments: '{}' }), CALLS, DONE],
    { problem: null, calls: 1 },
  ),
  streamed(
    'label: a finish reason of a mebibyte',
    [chunk({ content: 'Hello' }), chunk({}, 'f'.repeat(MIB)), DONE],
    GOOD,
  ),
]

let count = 0
const next = () => {
  count += 1
  return count
}
const words = () => chunk({ content: `word ${next() * 7_919} is ${Math.random()} ` })
const thoughts = () => chunk({ reasoning_content: `${Math.random()} ${Math.random()} ` })
const fragments = () =>
  chunk({ tool_calls: [{ index: 0, function: { arguments: `${Math.random()} ` } }] })
const START = call({ id: 'a' }, { name: 'write_file', arguments: '{"path":"a","content":"' })
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) =>
    call(
      { index: from + at, id: `c${from + at}` },
      { ...READ, arguments: `{"path":"f${from + at}"}` },
    ),
  )

const BOUNDS: HostileServer[] = [
  floods('bound: text without an end', words, TOO_LONG),
  floods('bound: thinking without an end', thoughts, TOO_LONG),
  floods('bound: arguments without an end', fragments, TOO_LONG, START),
  {
    name: 'bound: 33 calls',
    send: ({ end }) => end(...many(33), CALLS, DONE),
    end: { problem: 'too_long', calls: LIMITS.replyCalls },
  },
  floods('bound: calls without an end', () => many(1, next()).join(''), {
    problem: 'too_long',
    calls: LIMITS.replyCalls,
  }),
  floods(
    'bound: a line that grows by a mebibyte at a time',
    'x'.repeat(MIB),
    TOO_LONG,
    'data: {"a":"',
  ),
  floods('bound: a line without an end', 'x'.repeat(65_536), TOO_LONG, 'data: {"a":"'),
  floods('bound: a comment without an end', 'x'.repeat(65_536), TOO_LONG, ': '),
  // Many lines a write: the server shares the process, so its own work counts as the wait of a key.
  floods('bound: one event of endless lines', 'data: {\n'.repeat(2_000), TOO_LONG),
  {
    name: 'bound: signs of life and no token',
    isSilent: true,
    send: ({ response, say }) => {
      say(chunk({ content: 'Hel' }))
      const timer = setInterval(() => response.write(chunk({})), 20)
      response.on('close', () => clearInterval(timer))
    },
    end: TOO_LONG,
  },
  {
    name: 'bound: comments and no token',
    isSilent: true,
    send: ({ response, say }) => {
      say(': hello\n')
      const timer = setInterval(() => response.write(': still here\n'), 20)
      response.on('close', () => clearInterval(timer))
    },
    end: TOO_LONG,
  },
  {
    name: 'bound: calls whole before the last, which has no end',
    send: (answer) => {
      answer.say(
        ...many(3),
        call({ index: 3, id: 'z' }, { name: 'write_file', arguments: '{"content":"' }),
      )
      answer.flood(() =>
        chunk({ tool_calls: [{ index: 3, function: { arguments: `${Math.random()} ` } }] }),
      )
    },
    end: { problem: 'too_long', calls: 3 },
  },
]

const KEYBOARD: HostileServer[] = [
  floods('keyboard: comments', ':\n'.repeat(20_000), ENDLESS),
  floods('keyboard: long comments', `: ${'c'.repeat(60_000)}\n`, ENDLESS),
  floods(
    'keyboard: comments that look like a queue',
    ': aircoder queue position=3 of=7 eta_s=25\n'.repeat(500),
    ENDLESS,
  ),
  floods('keyboard: empty lines', '\n'.repeat(60_000), ENDLESS),
  floods('keyboard: carriage returns', '\r'.repeat(60_000), ENDLESS),
  floods('keyboard: empty events', 'data: {}\n\n'.repeat(2_000), ENDLESS),
  floods('keyboard: empty deltas', chunk({}).repeat(200), ENDLESS),
  floods('keyboard: lines of an unknown field', 'zzz: 1\n'.repeat(5_000), ENDLESS),
  floods(
    'keyboard: events with a megabyte that means nothing',
    event({ junk: 'j'.repeat(MIB) }),
    ENDLESS,
  ),
]

const SHAPES: HostileServer[] = [
  streamed(
    'shape: JSON nested 200,000 deep',
    [raw(`{"choices":${'['.repeat(200_000)}${']'.repeat(200_000)}}`), ...HELLO, DONE],
    GOOD,
  ),
  streamed(
    'shape: arguments nested 100,000 deep',
    [
      call(
        {},
        { name: 'read_file', arguments: `{"path":${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
      ),
      CALLS,
      DONE,
    ],
    { problem: 'repetition' },
  ),
  streamed(
    'shape: an error nested 200,000 deep',
    [raw(`{"error":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)],
    { problem: 'inference_error' },
  ),
  streamed('shape: not JSON', [raw('{"choices":[{"delta":'), DONE], { problem: 'inference_error' }),
  streamed(
    'shape: null, a list, a text',
    [raw('null'), raw('[]'), raw('"Hello"'), ...HELLO, DONE],
    GOOD,
  ),
  {
    name: 'shape: invalid UTF-8',
    send: ({ response, say, end }) => {
      say()
      response.write(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0x20, 0xff, 0xfe, 0x0a, 0x0a]))
      end(...HELLO, DONE)
    },
    end: { problem: 'inference_error' },
  },
]

const PAGES: HostileServer[] = [
  page('HTML with 200', 200, { 'content-type': 'text/html' }, '<html>Please log in</html>'),
  page('a redirect to a portal', 302, { location: 'http://127.0.0.1:1/login' }, ''),
  page('one JSON document', 200, { 'content-type': 'application/json' }, '{"ok":true}'),
  page(
    'a compressed body',
    200,
    { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' },
    'x',
  ),
]

/** Lies of one field each: what an honest server sends there has another type, count or order. */
const FIELDS: HostileServer[] = [
  streamed(
    'field: choices is an object',
    [event({ choices: { 0: { delta: { content: 'no' } } } }), ...HELLO, DONE],
    GOOD,
  ),
  streamed(
    'field: 100,000 choices',
    [
      event({
        choices: Array.from({ length: 100_000 }, (_, index) => ({
          index: index + 1,
          delta: { content: 'no' },
        })),
      }),
      ...HELLO,
      DONE,
    ],
    TOO_LONG,
  ),
  streamed(
    'field: a second choice',
    [
      ...HELLO,
      event({
        choices: [
          { index: 1, delta: { content: ' other', tool_calls: [{ index: 0, function: READ }] } },
        ],
      }),
      DONE,
    ],
    GOOD,
  ),
  streamed(
    'field: delta is null, a text, a list',
    [
      event({ choices: [{ index: 0, delta: null }] }),
      event({ choices: [{ index: 0, delta: 'no' }] }),
      event({ choices: [{ index: 0, delta: [{ content: 'no' }] }] }),
      event({ choices: [null] }),
      ...HELLO,
      DONE,
    ],
    GOOD,
  ),
  streamed(
    'field: content is a number, an object, true',
    [chunk({ content: 7 }), chunk({ content: { a: 1 } }), chunk({ content: true }), ...HELLO, DONE],
    GOOD,
  ),
  streamed(
    'field: tool_calls is an object, a text, a list of nothing',
    [
      chunk({ tool_calls: { 0: READ } }),
      chunk({ tool_calls: 'read_file' }),
      chunk({ tool_calls: [null, 1, 'a', []] }),
      chunk({ tool_calls: [{ index: 0, function: null }] }),
      ...HELLO,
      DONE,
    ],
    { problem: 'parser_error', calls: 0 },
  ),
  streamed(
    'field: arguments are a number and a list',
    [
      call({}, { name: 'read_file', arguments: 12 }),
      call({ index: 1 }, { name: 'read_file', arguments: ['a'] }),
      CALLS,
      DONE,
    ],
    { problem: null },
  ),
  streamed(
    'field: the role of the user',
    [chunk({ role: 'user', content: 'Hel' }), chunk({ role: 'tool', content: 'lo' }), STOP, DONE],
    GOOD,
  ),
  streamed('field: half a surrogate and NUL', [chunk({ content: 'a\ud800b\0c' }), STOP, DONE], {
    problem: null,
  }),
  streamed(
    'field: the finish reason is an object',
    [
      chunk({ content: 'Hello' }),
      event({ choices: [{ index: 0, delta: {}, finish_reason: { stop: 1 } }] }),
      DONE,
    ],
    { problem: 'inference_error', calls: 0 },
  ),
  streamed(
    'field: the name again in each fragment',
    [
      START,
      ...Array.from({ length: 50 }, () => call({}, { name: 'write_file', arguments: 'a' })),
      call({}, { name: 'write_file', arguments: '"}' }),
      CALLS,
      DONE,
    ],
    { problem: null, calls: 1 },
  ),
  streamed(
    'field: an error after a whole call',
    [call({ id: 'a' }), event({ error: { message: 'no memory', code: 500 } })],
    { problem: 'inference_error', calls: 0 },
  ),
  streamed(
    'field: 20,000 counts of tokens',
    [
      Array.from({ length: 20_000 }, (_, at) =>
        usage({ prompt_tokens: at, completion_tokens: -at }),
      )
        .concat(HELLO, DONE)
        .join(''),
    ],
    GOOD,
  ),
  streamed(
    'field: a model name of a mebibyte in each event',
    [
      ...Array.from({ length: 20 }, () => event({ model: 'm'.repeat(MIB), choices: [] })),
      ...HELLO,
      DONE,
    ],
    GOOD,
  ),
  streamed(
    'field: one key twice',
    [raw('{"choices":[],"choices":[{"index":0,"delta":{"content":"Hello"}}]}'), STOP, DONE],
    GOOD,
  ),
  streamed(
    'field: a byte order mark and carriage returns',
    [`\ufeff${HELLO.join('').replaceAll('\n', '\r')}`, DONE.replaceAll('\n', '\r')],
    { problem: 'parser_error', calls: 0 },
  ),
]

/** Answers that are wrong below the stream of events. */
const WIRE: HostileServer[] = [
  page('a redirect to itself', 307, { location: '/v1/chat/completions' }, ''),
  { ...page('status 204', 204, {}, ''), end: { problem: 'inference_error' } },
  page('status 304', 304, {}, ''),
  {
    ...page('a stream with another type', 200, { 'content-type': 'video/mp4' }, HELLO.join('')),
    end: GOOD,
  },
  {
    name: 'wire: fewer bytes than it promised, in the middle of a call',
    send: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': '100000' })
      response.write(START)
      setTimeout(() => response.destroy(), 20)
    },
    end: { problem: 'inference_error', calls: 0 },
  },
  {
    name: 'wire: 16,000 informational answers first',
    send: ({ response, end }) => {
      response.socket?.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(16_000))
      end(...HELLO, DONE)
    },
    end: GOOD,
  },
  {
    name: 'wire: no HTTP at all',
    send: ({ response }) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
    end: { problem: 'unreachable' },
  },
  {
    name: 'wire: headers of a mebibyte',
    send: ({ response }) =>
      void response.socket?.end(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(MIB)}\r\n\r\n`),
    end: { problem: 'unreachable' },
  },
  {
    name: 'wire: a chunk of a negative size',
    send: ({ response }) =>
      void response.socket?.end(
        'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n-1\r\n',
      ),
    end: { problem: 'inference_error' },
  },
  {
    name: 'wire: a trailer of half a mebibyte',
    send: ({ response }) =>
      void response.socket?.end(
        `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n${[...HELLO, DONE].map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join('')}0\r\nx-t: ${'t'.repeat(MIB / 2)}\r\n\r\n`,
      ),
    end: { problem: 'inference_error' },
  },
]

/** Ninety ways of a server to misbehave. */
export const HOSTILE_SERVERS: readonly HostileServer[] = [
  ...NUMBERS,
  ...ORDER,
  ...LABELS,
  ...BOUNDS,
  ...KEYBOARD,
  ...SHAPES,
  ...PAGES,
  ...FIELDS,
  ...WIRE,
]
