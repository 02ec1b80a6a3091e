import fc from 'fast-check'
import t from 'tap'
import { loadDialects } from '#model'
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
