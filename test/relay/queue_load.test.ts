import t from 'tap'
import { checkSharing, checkSharingOverSockets } from '../kit/queue_sharing.js'

// With more seeds and hours in test/long/queue.test.ts.

t.test(
  'row 255: beside twelve requests of one person the others wait a quarter as long',
  async (t) => checkSharing(t, [1]),
)

t.test('row 255: the same over real sockets, through the relay', async (t) =>
  checkSharingOverSockets(t, 0.15),
)
