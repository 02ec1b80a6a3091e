import t from 'tap'
import {
  checkHeaps,
  checkNeverThrows,
  checkNothingInvented,
  checkReadings,
  checkValidJson,
} from '../kit/hostile_replies.js'

t.test('row 35: no text makes the parser throw, or call an unknown tool', async (t) =>
  checkNeverThrows(t, 5_000),
)

t.test('row 39: every argument of a call is in the text', async (t) =>
  checkNothingInvented(t, 2_500),
)

t.test('row 35: valid JSON is never changed', async (t) => checkValidJson(t, 1_500))

t.test('row 35: a mebibyte of any mark costs few readings and few passes', async (t) =>
  checkReadings(t, 1_048_576),
)

t.test('the work grows with the length of the text, not with its square', async (t) =>
  checkHeaps(t, 200_000),
)
