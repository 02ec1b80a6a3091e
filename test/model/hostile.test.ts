import fc from 'fast-check'
import t from 'tap'
import { type Dialect, loadDialects } from '#model'
import { parseText, TOOLS } from '../kit/replies.js'

const dialects = await loadDialects()
const names = TOOLS.map(({ name }) => name)
const marks = dialects.flatMap((dialect) => [...dialect.marks(names)])

const PARTS = [
  ...marks,
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\\',
  '\n',
  ':',
  ',',
  '(',
  ')',
  '=',
  '"name"',
  '"arguments"',
  'read_file',
  '"run_command"',
  '"command"',
  'name="read_file">',
  '</tool_call>',
  '<parameter=path>',
  '</parameter>',
  '</function>',
  '<arg_key>',
  '</arg_key>',
  '<arg_value>',
  '</arg_value>',
  '<|message|>',
  ' to=functions.run_command',
  'call:run_command{',
  '<escape>',
  '[ARGS]',
  'Action Input:',
  '```json\n',
  '```',
  '`',
  '> ',
  '<think>',
  '</think>',
  '<|im_end|>',
  'For example: ',
  'prose ',
  '3',
  'null',
  '🐦',
  '\ud800',
]
const HOSTILE = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 50 }).map((parts) => parts.join('')),
)

t.test(
  'row 35: nothing that a model prints makes the parser throw, or call what is no tool',
  async () => {
    fc.assert(
      fc.property(HOSTILE, fc.constantFrom('stop', 'length', null), (text, finish_reason) => {
        const reply = parseText(text, dialects, { finish_reason })
        const known = reply.calls.every(
          ({ name }) => names.includes(name) || text.includes('action'),
        )
        return known && (reply.problem === null || reply.calls.length === 0)
      }),
      { numRuns: 10_000 },
    )
  },
)

t.test('row 39: a call is only made of what the text holds', async () => {
  const mutated = fc.tuple(
    fc.constantFrom(...dialects),
    fc.nat(400),
    fc.nat(20),
    // A backslash may make another character of the next one, rightly.
    fc.constantFrom('', ...PARTS.filter((part) => part !== '\\')),
  )
  const said = [{ name: 'run_command', arguments: { command: "cd ~ && make 'all' -k" } }]
  fc.assert(
    fc.property(mutated, ([dialect, at, gone, put]) => {
      const text = dialect.write(said)
      const broken = text.slice(0, at) + put + text.slice(at + gone)
      const plain = broken.replaceAll('\\', '')
      const { calls } = parseText(broken, dialects)
      return calls.every((call) =>
        Object.values(call.arguments)
          .filter((value) => typeof value === 'string')
          .every((value) => plain.includes(value.replaceAll('\\', ''))),
      )
    }),
    { numRuns: 5_000 },
  )
})

t.test('JSON that is valid is never altered (row 35)', async (t) => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, (path, content) => {
      const call = { name: 'write_file', arguments: { path, content } }
      const reply = parseText(JSON.stringify(call), dialects)
      return JSON.stringify(reply.calls[0]?.arguments) === JSON.stringify(call.arguments)
    }),
    { numRuns: 3_000 },
  )
  t.end()
})

/** By the walk's own limit of work, for a mark that three dialects share. */
const MAX_READS = 7_600
/** What readings may look at: the source's own allowance, and the searches of one pass more. */
const MAX_PASSES = 6

t.test('row 35: a mebibyte of any mark costs few readings, and few passes over it', (t) => {
  const size = 1_048_576
  const shapes = new Set([
    ...marks,
    ...marks.map((mark) => `${mark}{"a":"`),
    ...marks.map((mark) => `${mark}{"name":"x"}`),
    ...dialects.map((dialect) => dialect.write([{ name: 'read_file', arguments: { path: 'a' } }])),
    ...dialects.map((dialect) => dialect.write([{ name: 'nothing', arguments: { path: 'a' } }])),
    marks.join(''),
    marks.map((mark) => `${mark}\n`).join(''),
  ])
  for (const shape of shapes) {
    const counted = countReads(dialects)
    parseText(shape.repeat(size / shape.length), counted.dialects)
    const { reads, looked } = counted.totals
    const isFew = reads <= MAX_READS && looked <= MAX_PASSES * size
    t.ok(isFew, `${shape.slice(0, 60)}: ${reads} reads, ${looked} characters`)
  }
  t.end()
})

/** The dialects, with a count of their readings and of the characters that these looked at. */
function countReads(all: readonly Dialect[]) {
  const totals = { reads: 0, looked: 0 }
  const counted = all.map(
    (dialect): Dialect => ({
      ...dialect,
      read(source, at, context) {
        totals.reads += 1
        const watched = {
          ...source,
          find(needle: string, from: number) {
            const found = source.find(needle, from)
            // What was found, or not, before is known: only a search that moves on costs.
            totals.looked += found === -1 ? 0 : found - from
            return found
          },
          afford(characters: number) {
            totals.looked += characters
            return source.afford(characters)
          },
        }
        return dialect.read(watched, at, context)
      },
    }),
  )
  return { dialects: counted, totals }
}

t.test('row 35: nobody means hundreds of calls at once, so none of them is run', (t) => {
  const calls = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: 'read_file', arguments: { path: `${n}` } }))
  for (const dialect of dialects.filter(({ name }) => name !== 'react')) {
    t.equal(parseText(dialect.write(calls(250)), dialects).calls.length, 250, dialect.name)
    const over = parseText(dialect.write(calls(251)), dialects)
    t.same(over.calls, [], dialect.name)
    t.match(over.problem?.message, /more than 250 calls/, dialect.name)
  }
  t.end()
})

t.test('the work grows with the text, not with its square', async (t) => {
  const heaps = [
    ...PARTS,
    ...marks.map((mark) => `${mark}{"a":"`),
    '{"name":"x","arguments":{"a":"',
  ]
  const starts = ['', '<tool_call>{"name":"write_file","arguments":{"content":"', '```json\n']
  for (const start of starts)
    for (const heap of new Set(heaps)) {
      const { calls } = parseText(start + heap.repeat(200_000 / heap.length), dialects)
      t.ok(calls.length < 1_000, heap)
    }
})
