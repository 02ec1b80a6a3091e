import t from 'tap'
import { checkEqualShares, checkSchedules, checkWaits } from '../kit/queue_properties.js'

// With large counts in test/long/queue.test.ts.

t.test('random schedules lose no slot, leave none idle, and keep limits and places', async (t) =>
  checkSchedules(t, 40),
)

t.test(
  'no request starves under continuous arrivals, with the cap of a person and without',
  async (t) => checkWaits(t, 20),
)

t.test('two people who always want more get equal shares, with requests of any size', async (t) =>
  checkEqualShares(t, 4),
)
