import { join } from 'node:path'
import t from 'tap'
import type { Reply } from '#core'
import { joinChunks, loadDialects, parseReply } from '#model'
import { loadCases, TOOLS } from '../kit/replies.js'
import { seeded, splitsOf, streamed } from '../kit/splits.js'

const RANDOM_SPLITS = 100
const dialects = await loadDialects()
const fixtures = loadCases(join(import.meta.dirname, '../fixtures/replies'))

/** All of a reply that a run acts on, as text. */
function read(raw: ReturnType<typeof joinChunks>): string {
  const reply: Reply = parseReply(raw, { step: 1, tools: TOOLS, dialects })
  return JSON.stringify(reply)
}

for (const [family, cases] of fixtures)
  t.test(
    `rows 37 and 38: however a reply of ${family} is cut into pieces, it is read the same`,
    (t) => {
      const random = seeded(7)
      for (const { name, content } of cases)
        for (const finish of ['stop', 'length']) {
          const whole = read({ content, reasoning: '', tool_calls: [], finish_reason: finish })
          const other = splitsOf(content, finish === 'stop' ? RANDOM_SPLITS : 5, random).find(
            (pieces) => read(streamed(pieces, finish)) !== whole,
          )
          t.equal(other, undefined, `${name} (${finish})`)
        }
      t.end()
    },
  )

t.test('native calls are the same in fragments of any size', (t) => {
  const random = seeded(11)
  const ARGUMENTS = [
    '{"path": "a", "content": "one\\n\\t\\"two\\" \\u00e9 🐦 </tool_call>"}',
    "{'path': 'a', 'content': 'x',}",
    '{"path": "a", "content": "cut he',
    '"{\\"path\\": \\"a\\", \\"content\\": \\"\\"}"',
    '',
  ]
  for (const given of ARGUMENTS)
    for (const finish of ['tool_calls', 'length']) {
      const call = { id: 'c1', name: 'write_file', arguments: given }
      const whole = read({ content: '', reasoning: '', tool_calls: [call], finish_reason: finish })
      const other = splitsOf(given, RANDOM_SPLITS, random).find((pieces) => {
        const head = { index: 0, id: 'c1', function: { name: 'write_file', arguments: '' } }
        const rest = pieces.map((piece) => ({ index: 0, function: { arguments: piece } }))
        const end = { choices: [{ delta: {}, finish_reason: finish }] }
        return read(joinChunks([head, ...rest, end])) !== whole
      })
      t.equal(other, undefined, `${given} (${finish})`)
    }
  t.end()
})

t.test('the cases are as many as was promised', (t) => {
  const count = [...fixtures.values()].flat().length
  t.ok(count >= 300, `${count} by hand`)
  t.end()
})
