import t from 'tap'
import { LIMITS, plausibleCount, plausibleUsage, plausibleWindow } from '#core'

const NOT_COUNTS = [
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e308,
  2 ** 53 + 2,
  LIMITS.countedTokens + 1,
  '12',
  [12],
  { a: 1 },
  true,
  null,
  undefined,
]

t.test('a count that cannot be is no count', async (t) => {
  for (const value of NOT_COUNTS) t.equal(plausibleCount(value), 0, String(value))
  t.equal(plausibleCount(0.9), 0)
  t.equal(plausibleCount(12.7), 12)
  t.equal(plausibleCount(LIMITS.countedTokens), LIMITS.countedTokens)
  t.equal(plausibleCount(11, 10), 0)
})

t.test('a window that cannot be is unknown', async (t) => {
  for (const value of [...NOT_COUNTS.filter((each) => each !== '12'), 0, 8_192.5, '1e9', '-5'])
    t.equal(plausibleWindow(value), null, String(value))
  t.equal(plausibleWindow(8_192), 8_192)
  t.equal(plausibleWindow('8192'), 8_192)
})

t.test('usage is read field by field', async (t) => {
  t.same(plausibleUsage({ promptTokens: 7, completionTokens: -1, reusedPrefixTokens: '3' }), {
    promptTokens: 7,
    completionTokens: 0,
    reusedPrefixTokens: 0,
  })
  for (const value of [null, undefined, 7, 'usage', [{ promptTokens: 7 }]])
    t.equal(plausibleUsage(value), null)
})
