import t from 'tap'
import { checkLevels } from '../kit/queue_levels.js'
import { checkEqualShares, checkSchedules, checkWaits } from '../kit/queue_properties.js'
import { checkSharing, checkSharingOverSockets } from '../kit/queue_sharing.js'

t.test('random schedules lose no slot, leave none idle, and keep limits and places', async (t) =>
  checkSchedules(t, 300),
)

t.test(
  'no request starves under continuous arrivals, with the cap of a person and without',
  async (t) => checkWaits(t, 100),
)

t.test('two people who always want more get equal shares, with requests of any size', async (t) =>
  checkEqualShares(t, 20),
)

t.test('at any level no slot is lost, none is idle, and no request starves', async (t) =>
  checkLevels(t, 20),
)

t.test(
  'row 255: beside twelve requests of one person the others wait a quarter as long',
  async (t) => checkSharing(t, [1, 2, 3]),
)

t.test('row 255: the same over real sockets, through the relay', async (t) =>
  checkSharingOverSockets(t, 0.3),
)
