import t from 'tap'
import { checkLevels } from '../kit/queue_levels.js'
import { checkEqualShares, checkSchedules, checkWaits } from '../kit/queue_properties.js'
import { checkSharing, checkSharingOverSockets } from '../kit/queue_sharing.js'
import { countOf, IS_SIEGE, ROTATION } from '../kit/rotation.js'

const SEEDS = [1, 2, 3]

t.test('random schedules lose no slot, leave none idle, and keep limits and places', async (t) =>
  checkSchedules(t, countOf(300, 100)),
)

t.test(
  'no request starves under continuous arrivals, with the cap of a person and without',
  async (t) => checkWaits(t, countOf(100, 40)),
)

t.test('two people who always want more get equal shares, with requests of any size', async (t) =>
  checkEqualShares(t, countOf(20, 8)),
)

t.test('at any level no slot is lost, none is idle, and no request starves', async (t) =>
  checkLevels(t, countOf(20, 6)),
)

t.test(
  'row 255: beside twelve requests of one person the others wait a quarter as long',
  async (t) => checkSharing(t, IS_SIEGE ? SEEDS : [SEEDS[ROTATION % SEEDS.length] ?? 1]),
)

// The half of it is in test/relay/queue_load.test.ts, in each run.
if (IS_SIEGE)
  t.test('row 255: the same over real sockets, through the relay', async (t) =>
    checkSharingOverSockets(t, 0.3),
  )
