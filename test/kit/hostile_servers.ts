import { LIMITS } from '#core'
import { chunk, DONE, event } from './fake_endpoint.js'
import {
  CALLS,
  call,
  counts,
  ENDLESS,
  floods,
  GOOD,
  HELLO,
  type HostileServer,
  labelled,
  MIB,
  page,
  prompt,
  READ,
  raw,
  START,
  STOP,
  streamed,
  TOO_LONG,
  usage,
} from './hostile_servers/declare.js'
import { FIELDS, WIRE } from './hostile_servers/fields.js'
import { INFORMATIONAL } from './hostile_servers/informational.js'

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

/** Nearly a hundred ways of a server to misbehave. */
export const HOSTILE_SERVERS: readonly HostileServer[] = [
  ...NUMBERS,
  ...ORDER,
  ...LABELS,
  ...BOUNDS,
  ...KEYBOARD,
  ...SHAPES,
  ...PAGES,
  ...FIELDS,
  ...INFORMATIONAL,
  ...WIRE,
]
