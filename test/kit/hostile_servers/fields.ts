import { chunk, DONE, event } from '../fake_endpoint.js'
import {
  CALLS,
  call,
  GOOD,
  HELLO,
  type HostileServer,
  MIB,
  page,
  READ,
  raw,
  START,
  STOP,
  streamed,
  TOO_LONG,
  usage,
} from './declare.js'

/** Lies of one field each: what an honest server sends there has another type, count or order. */
export const FIELDS: HostileServer[] = [
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
export const WIRE: HostileServer[] = [
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
    name: 'wire: more bytes than it promised, in one piece with the headers',
    send: ({ response }) =>
      void response.socket?.end(
        `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 50\r\n\r\n${START}`,
      ),
    end: { problem: 'inference_error', calls: 0 },
  },
  {
    name: 'wire: another protocol in the place of an answer',
    send: ({ response }) =>
      void response.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n\x81\x05hello',
      ),
    end: { problem: 'not_api' },
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
