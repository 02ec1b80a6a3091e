import t from 'tap'
import { readingTime } from '../../libs/supervisor/reply/reading_time.js'

const task = { id: 't1' }
const first = {
  view: { task, tail: [{ taskId: 't1' }], lastPrompt: null },
  estimatedTokens: 6_000,
  rebuilt: false,
}
const speed = (prefillPerS: number | null) => ({ endpoint: { prefillPerS } })

t.test('row 276: how long a prompt takes follows from the measured speed alone', async (t) => {
  t.equal(readingTime(first, speed(500)), 12_000)
  t.equal(readingTime(first, speed(null)), null, 'nothing was measured')
  t.equal(readingTime(first, speed(50_000)), null, 'too short to be read')
  const lastPrompt = { step: 1, estimatedTokens: 5_000, promptTokens: 5_100 }
  const second = { ...first, view: { ...first.view, lastPrompt } }
  t.equal(readingTime(second, speed(100)), 10_000, 'what is new')
  const later = { ...first, view: { ...first.view, tail: [{ taskId: 't0' }, { taskId: 't1' }] } }
  t.equal(readingTime(later, speed(100)), null, 'an earlier task may be in the cache')
  const rebuilt = { ...second, rebuilt: true, broken: { readTokens: 4_000 } }
  t.equal(readingTime(rebuilt, speed(1_000)), 4_000)
  t.equal(readingTime({ ...rebuilt, broken: null }, speed(1)), null, 'only the end is new')
})
