import t from 'tap'
import { loadGuards } from '#planner'
import { firstSlow, LONG, PLACES, placeOf } from '../kit/long_texts.js'

const CHARS = 100_000

t.test('a million characters hold up no law and no guard', async (t) => {
  for (const [name, place] of Object.entries(PLACES))
    t.equal(firstSlow(place, LONG, CHARS), null, name)
  for (const guard of await loadGuards())
    t.equal(firstSlow(placeOf(guard), LONG, CHARS), null, guard.name)
})
