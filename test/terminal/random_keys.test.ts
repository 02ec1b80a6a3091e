import t from 'tap'
import { pressRandomKeys } from '../kit/random_keys.js'

for (const seed of [1, 2, 3, 4])
  t.test(`random keys leave the screen that a redraw shows: seed ${seed}`, async (t) => {
    const events = await pressRandomKeys(seed, (events) => events < 1_500)
    t.ok(events >= 1_500)
  })
