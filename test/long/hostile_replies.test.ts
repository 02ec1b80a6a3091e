import t from 'tap'
import {
  checkHeaps,
  checkNeverThrows,
  checkNothingInvented,
  checkReadings,
  checkValidJson,
} from '../kit/hostile_replies.js'
import { countOf } from '../kit/rotation.js'

// Other texts in each run. `npm run siege -- replies` has more.

/** One mark in so many is tried, others each day. */
const EVERY = 4

t.test('row 35: no text makes the parser throw, or call an unknown tool', async (t) =>
  checkNeverThrows(t, countOf(5_000, 2_500)),
)

t.test('row 39: every argument of a call is in the text', async (t) =>
  checkNothingInvented(t, countOf(2_500, 1_250)),
)

t.test('row 35: valid JSON is never changed', async (t) => checkValidJson(t, countOf(1_500, 750)))

t.test('row 35: a mebibyte of any mark costs few readings and few passes', async (t) =>
  checkReadings(t, 1_048_576, EVERY),
)

t.test('the work grows with the length of the text, not with its square', async (t) =>
  checkHeaps(t, 200_000, EVERY),
)
