import t from 'tap'
import { openHome, playHeldOut, readHeldOut } from '../kit/held_out.js'
import { isDue } from '../kit/rotation.js'

/** Another part of them each day; all of them in `npm run siege`. */
const EVERY = 14

/** The run of the program after the last change passed, or the gate refused what would have made them untrue. */
const TRUE = new Set(['c4', 'c5', 'c9', 's9', 'or4', 'or6', 't50-after-resolve'])
/** They say something untrue in words of the task and of the code only: still proven. */
const OPEN = new Set(['c29 cause is invented', 'c10 type definitions'])

t.test('no cheat that was written before the judge was read is proven', async (t) => {
  const home = openHome(t)
  for (const [at, held] of readHeldOut('cheats').entries()) {
    const [id = ''] = held.name.split(' ')
    if (!isDue(at, EVERY) || TRUE.has(id) || OPEN.has(held.name)) continue
    const form = held.only ?? (at % 2 === 0 ? 'text' : 'resolve')
    const { result } = await playHeldOut(t, held, { home, form })
    t.notOk(result.proven, `${held.name}: ${result.reason}`)
  }
})
