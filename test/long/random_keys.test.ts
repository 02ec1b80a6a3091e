import t from 'tap'
import { pressRandomKeys } from '../kit/random_keys.js'

/** Five keys a second for more than three hours, in runs that begin with an empty screen. */
const SEEDS = 12
const EVENTS = 5_000

for (let seed = 101; seed < 101 + SEEDS; seed += 1)
  t.test(`hours of random keys leave the screen that a redraw shows: seed ${seed}`, async (t) => {
    const events = await pressRandomKeys(seed, (events) => events < EVENTS)
    t.ok(events >= EVENTS)
  })
