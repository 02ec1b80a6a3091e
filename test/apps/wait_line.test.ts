import t from 'tap'
import { createSearchLine } from '../../apps/cli/output/live/search_line.js'
import { createWaitLine } from '../../apps/cli/output/live/wait_line.js'

function lineOn(isTTY: boolean, columns?: number) {
  const parts: string[] = []
  let now = 0
  const stream = { isTTY, ...(columns && { columns }), write: (text: string) => parts.push(text) }
  const line = createWaitLine(stream, () => now)
  return {
    parts,
    line,
    pass: (ms: number) => {
      now += ms
    },
  }
}

t.test('on a terminal the line replaces itself and is removed', async (t) => {
  const { parts, line } = lineOn(true)
  line.show('waiting: 1 s')
  line.show('waiting: 2 s\u001b[2J')
  line.end()
  t.equal(
    parts.join(''),
    '\r\u001b[2Kwaiting: 1 s (Ctrl+C stops)\r\u001b[2Kwaiting: 2 s<1b>[2J (Ctrl+C stops)\r\u001b[2K',
  )
})

t.test('on a narrow terminal the line fits in one row', async (t) => {
  const { parts, line } = lineOn(true, 20)
  line.show('waiting for http://127.0.0.1:9000: 1 s')
  t.same(parts, ['\r\u001b[2Kwaiting for http:/…'])
})

t.test(
  'in a log it is repeated every 15 seconds, and nothing is printed without a wait',
  async (t) => {
    const { parts, line, pass } = lineOn(false)
    line.show('waiting: 0 s')
    pass(14_000)
    line.show('waiting: 14 s')
    pass(2_000)
    line.show('waiting: 16 s')
    line.end()
    t.same(parts, [
      'waiting: 0 s; --wait sets the limit\n',
      'waiting: 16 s; --wait sets the limit\n',
    ])
    const none = lineOn(true)
    none.line.end()
    t.same(none.parts, [])
  },
)

t.test('the search for an endpoint has a live line, which the wait replaces', async (t) => {
  const parts: string[] = []
  let wrote = () => {}
  const stream = {
    isTTY: true,
    columns: 80,
    write: (text: string) => {
      parts.push(text)
      wrote()
    },
  } as unknown as NodeJS.WriteStream
  const first = new Promise<void>((resolve) => {
    wrote = resolve
  })
  // The timers of the line do not keep the process alive.
  const alive = setInterval(() => {}, 1_000)
  const line = createSearchLine(stream, { baseUrl: 'http://127.0.0.1:9/v1' }, true)
  await first
  clearInterval(alive)
  t.equal(parts.join(''), '… connecting to 127.0.0.1:9/v1, 1 s ')
  line.show('waiting: 1 s')
  line.end()
  t.equal(parts.slice(1).join(''), '\r\u001b[2K\r\u001b[2Kwaiting: 1 s (Ctrl+C stops)\r\u001b[2K')
  const quick = createSearchLine(stream, {}, true)
  quick.end()
  t.equal(
    parts.filter((part) => part.includes('an endpoint')).length,
    0,
    'a quick start shows nothing',
  )
})
