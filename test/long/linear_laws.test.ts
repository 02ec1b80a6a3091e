import t from 'tap'
import { loadGuards } from '#planner'
import { firstSlow, PARTS, PLACES, placeOf } from '../kit/long_texts.js'

const CHARS = 2_000

t.test('every law reads every text in a time that grows with its length', async (t) => {
  for (const [name, place] of Object.entries(PLACES))
    t.equal(firstSlow(place, PARTS, CHARS), null, name)
})

t.test('every guard reads a reply in a time that grows with its length', async (t) => {
  for (const guard of await loadGuards())
    t.equal(firstSlow(placeOf(guard), PARTS, CHARS), null, guard.name)
})
