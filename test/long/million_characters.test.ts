import t from 'tap'
import { loadGuards } from '#planner'
import { dueTexts, firstSlow, LONG, PLACES, placeOf } from '../kit/long_texts.js'

const CHARS = 100_000

t.test('a million characters hold up no law and no guard', async (t) => {
  for (const [at, [name, place]] of Object.entries(PLACES).entries())
    t.equal(firstSlow(place, dueTexts(LONG, at), CHARS), null, name)
  for (const [at, guard] of (await loadGuards()).entries())
    t.equal(firstSlow(placeOf(guard), dueTexts(LONG, at), CHARS), null, guard.name)
})
