import fc from 'fast-check'
import t from 'tap'
import { estimateTokens } from '#core'
import { cutResult } from '#tools'

const log = Array.from({ length: 900 }, (_, at) => `line ${at + 1} of the log says nothing new`)

t.test('a text that fits stays as it is', async (t) => {
  t.equal(cutResult('a\nb\n', 100), 'a\nb\n')
  t.equal(cutResult('', 0), '')
})

t.test(
  'row 83: a long text keeps head and tail, and says how many lines are left out and how to get them',
  async (t) => {
    const cut = cutResult(log.join('\n'), 400, { more: 'Read on with start_line.' })
    const lines = cut.split('\n')
    t.ok(estimateTokens(cut) <= 400)
    t.equal(lines[0], log[0])
    t.equal(lines.at(-1), log.at(-1))
    const gap = lines.findIndex((line) => line.startsWith('…'))
    t.equal(lines[gap], `… ${900 - (lines.length - 1)} lines left out. Read on with start_line.`)
    t.ok(gap > lines.length / 2, 'the head is longer')
    const late = cutResult(log.join('\n'), 400, { headShare: 0.2 }).split('\n')
    t.ok(late.findIndex((line) => line.startsWith('…')) < late.length / 2)
    t.equal(cutResult(cut, 400), cut, 'cutting again changes nothing')
  },
)

t.test('one very long line is cut in its middle', async (t) => {
  const cut = cutResult(`first\n${'x1 '.repeat(20_000)}\nlast`, 200)
  t.ok(estimateTokens(cut) <= 200)
  t.match(cut, /^first\nx1 .* … \d+ characters left out … .*x1 \nlast$/s)
})

t.test('random texts never exceed the cap', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 200 }),
      fc.integer({ min: 60, max: 600 }),
      (lines, tokens) => estimateTokens(cutResult(lines.join('\n'), tokens)) <= tokens,
    ),
    { numRuns: 200 },
  )
})
