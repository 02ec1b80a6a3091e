import t from 'tap'
import { openHome, playHeldOut, readHeldOut } from '../kit/held_out.js'
import { isDue } from '../kit/rotation.js'

/** Another part of them each day; all of them in `npm run siege`. */
const EVERY = 12

t.test('no honest end that was written before the judge was read is refused twice', async (t) => {
  const home = openHome(t)
  for (const [at, held] of readHeldOut('honest').entries()) {
    if (!isDue(at, EVERY)) continue
    const form = held.only ?? (at % 2 === 0 ? 'text' : 'resolve')
    const { result, refused } = await playHeldOut(t, held, { home, form })
    t.ok(refused <= 1, `${held.name}: refused ${refused} times`)
    if (held.proven) t.ok(result.proven, `${held.name}: ${result.reason}`)
  }
})
