import fc from 'fast-check'
import t from 'tap'
import type { Sink } from '../../libs/relay/upstream/engine.js'
import { relayEvents } from '../../libs/relay/upstream/relay_events.js'
import { createEventCutter } from '../../libs/relay/upstream/whole_events.js'
import { firstSlow } from '../kit/long_texts.js'

/** Feeds the text in pieces cut at these byte positions. */
function cutAt(text: string, positions: number[]): string[] {
  const bytes = Buffer.from(text)
  const ends = [...new Set(positions.map((at) => at % (bytes.length + 1)))].sort((a, b) => a - b)
  const cutter = createEventCutter()
  let from = 0
  const out: string[] = []
  for (const end of [...ends, bytes.length]) {
    const events = cutter.cut(bytes.subarray(from, end))
    if (events !== null) out.push(events.toString('utf8'))
    from = end
  }
  return out
}

t.test('for every split all events are returned whole and in order', async (t) => {
  const line = fc.constantFrom(
    'data: {"text":"한국어 🙂"}\n\n',
    'data: {"a":"\\n\\n"}\r\n\r\n',
    'event: x\ndata: 1\ndata: 2\n\n',
    'data: [DONE]\n\n',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.array(fc.nat(400)), (events, positions) => {
      const text = events.join('')
      const out = cutAt(text, positions)
      if (out.join('') !== text) throw new Error('bytes were lost or moved')
      for (const piece of out)
        if (!/(?:\n\n|\r\n\r\n)$/.test(piece)) throw new Error(`half an event: ${piece}`)
    }),
    { numRuns: 1_000 },
  )
  t.pass('1,000 cuts')
})

t.test('half an event and half a character are kept back', async (t) => {
  t.same(cutAt('data: 1\n\ndata: {"half', [3]), ['data: 1\n\n'])
  const bytes = Buffer.from('data: 한\n\n')
  const cutter = createEventCutter()
  t.equal(cutter.cut(bytes.subarray(0, 7)), null)
  t.equal(cutter.cut(bytes.subarray(7))?.toString(), 'data: 한\n\n')
})

t.test('comment lines pass at once, also without a blank line after them', async (t) => {
  t.same(cutAt(': queue 3 of 7\n: queue 2 of 7\ndata: 1\n\n', [15]), [
    ': queue 3 of 7\n',
    ': queue 2 of 7\ndata: 1\n\n',
  ])
})

t.test('an event without end is an error of the engine', async (t) => {
  const cutter = createEventCutter()
  const mebibyte = Buffer.alloc(1_048_576, 'x')
  t.throws(
    () => {
      for (let count = 0; count <= 16; count += 1) cutter.cut(mebibyte)
    },
    { code: 'engine_error' },
  )
})

/** So much of one line that is read again for each of its marks takes seconds. */
const LINE_CHARS = 150_000
const PIECE_BYTES = 4
const sink = {
  heard() {},
  accept() {},
  write: () => true,
  whenDrained() {},
} as unknown as Sink

t.test('a line without an end is read in a time that grows with its length', async (t) => {
  const piecewise = (text: string) => () => {
    const bytes = Buffer.from(`:${text}`)
    const cutter = createEventCutter()
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      cutter.cut(bytes.subarray(at, at + PIECE_BYTES))
  }
  t.equal(firstSlow(piecewise, ['a', ':'], LINE_CHARS / 8), null, 'a comment')
  const whole = (text: string) => () => {
    const relay = relayEvents(sink, { hideUsage: true })
    relay.head({ 'content-type': 'text/event-stream' })
    relay.data(Buffer.from(`data: x${text}\n\n`))
  }
  t.equal(firstSlow(whole, ['[DONE]', '{"error"'], LINE_CHARS), null, 'a line of marks')
})
