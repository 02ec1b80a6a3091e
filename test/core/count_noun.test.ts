import t from 'tap'
import { countNoun, figure } from '#core'

t.test('a number for people has a mark at each thousand, and one digit behind the point', (t) => {
  for (const [value, text] of [
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1_000, '1,000'],
    [32_768, '32,768'],
    [123_456, '123,456'],
    [1_234_567, '1,234,567'],
    [-1_234, '-1,234'],
    [0.96, '1'],
    [12.34, '12.3'],
    [1_234.56, '1,234.6'],
    [999.96, '1,000'],
  ] as const) {
    t.equal(figure(value), text)
    t.equal(figure(value), value.toLocaleString('en-US', { maximumFractionDigits: 1 }))
  }
  t.equal(countNoun(2, 'background command'), '2 background commands')
  t.end()
})
