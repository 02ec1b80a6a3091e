import t from 'tap'
import { chunk, startEndpoint } from '../kit/fake_endpoint.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

const KIB = 1_024
/** Bytes of an answer that arrive before the key is pressed. */
const BEFORE_KEY = 300 * KIB
/** After it a bounded answer arrives slowly: a slow machine must not reach the bound first. */
const SLOW_BYTES = 512

type Part = string | { waitMs: number }

/** Sends a part again and again, for as long as the client reads. `isSlow`: a reply with a bound. */
function* flood(first: string, part: string, { isSlow, onReady }: Flood): Generator<Part> {
  let sent = 0
  yield first
  for (;;) {
    const isPressed = sent >= BEFORE_KEY
    yield isPressed && isSlow ? part.slice(0, SLOW_BYTES) : part
    sent += part.length
    if (isPressed && isSlow) yield { waitMs: 20 }
    if (!isPressed && sent >= BEFORE_KEY) onReady()
  }
}

interface Flood {
  isSlow: boolean
  onReady(): void
}

const CALL = chunk({
  tool_calls: [
    {
      index: 0,
      id: 'c1',
      type: 'function',
      function: { name: 'write_file', arguments: '{"path":"a.txt","content":"' },
    },
  ],
})
/** Arguments that are no repetition; each event is as long as a slow part. */
function* argumentsOf(onReady: () => void): Generator<Part> {
  yield CALL
  let sent = 0
  for (let at = 0; ; at += 1) {
    const text = Array.from({ length: 40 }, (_, word) => (at * 7_919 + word * 104_729) % 99_991)
    const part = chunk({
      tool_calls: [{ index: 0, function: { arguments: `${text.join(' ')} ` } }],
    })
    yield part
    const isPressed = sent >= BEFORE_KEY
    sent += part.length
    if (isPressed) yield { waitMs: 20 }
    else if (sent >= BEFORE_KEY) onReady()
  }
}

const FLOODS: { name: string; key: string; body(onReady: () => void): Iterable<Part> }[] = [
  {
    name: 'endless comments, Esc',
    key: '\x1b',
    body: (onReady) => flood('', ':\n'.repeat(20_000), { isSlow: false, onReady }),
  },
  {
    name: 'a line without an end, Ctrl+C',
    key: '\x03',
    body: (onReady) => flood('data: {"a":"', 'x'.repeat(60 * KIB), { isSlow: true, onReady }),
  },
  { name: 'endless tool arguments, Esc', key: '\x1b', body: argumentsOf },
]

t.test('a key ends the turn while the server floods the stream', WITH_TERMINAL, async (t) => {
  const box = openProgram(t)
  let ready = () => {}
  let turn = 0
  const endpoint = await startEndpoint(() => ({
    flood: FLOODS[turn]?.body(() => ready()) ?? [],
    // It never ends by itself.
    end: 'hang',
  }))
  t.teardown(() => endpoint.close())
  const me = sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake'])
  for (const [at, { name, key }] of FLOODS.entries()) {
    turn = at
    const flooded = new Promise<void>((resolve) => {
      ready = resolve
    })
    await me.sees('> ')
    me.type(`say it, ${at}\r`)
    await flooded
    me.type(key)
    await me.sees(/\(interrupted after 0 steps; your next message /)
    t.equal(
      endpoint.asks.length,
      at + 1,
      `${name}: the answer was ended by the key, not by a bound`,
    )
  }
  await me.sees('> ')
  me.type('/exit\r')
  t.equal(await me.leaves(), 0)
  await endpoint.idle()
})

for (const more of [[], ['-v']])
  t.test(`SIGTERM ends a run during a flood of comments, with its result ${more}`, async (t) => {
    const box = openProgram(t)
    let ready = () => {}
    const flooded = new Promise<void>((resolve) => {
      ready = resolve
    })
    const body = FLOODS[0]?.body(() => ready()) ?? []
    const endpoint = await startEndpoint(() => ({ flood: body, end: 'hang' }))
    t.teardown(() => endpoint.close())
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--output-format', 'json', ...more]
    const running = box.start(['run', 'say it', ...at])
    await flooded
    running.child.kill('SIGTERM')
    const { code, stdout } = await running.ended
    t.equal(code, 130)
    t.match(JSON.parse(stdout), { type: 'result', subtype: 'interrupted', steps: 0 })
  })
