import t from 'tap'
import { pressRandomKeys } from '../kit/random_keys.js'
import { isDue } from '../kit/rotation.js'

/** Five keys a second for more than three hours, in runs that begin with an empty screen. */
const SEEDS = Array.from({ length: 12 }, (_, at) => 101 + at)
const EVENTS = 5_000
/** Every second of them, the others on the next day; `npm run siege -- keys` takes seeds as long as it may. */
const EVERY = 2

for (const seed of SEEDS.filter((_, at) => isDue(at, EVERY)))
  t.test(`hours of random keys leave the screen that a redraw shows: seed ${seed}`, async (t) => {
    const events = await pressRandomKeys(seed, (events) => events < EVENTS)
    t.ok(events >= EVENTS)
  })
