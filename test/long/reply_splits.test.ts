import t from 'tap'
import {
  checkFree,
  checkHandwritten,
  checkNative,
  freeReplies,
  handwritten,
} from '../kit/reply_splits.js'
import { countOf, ROTATION } from '../kit/rotation.js'

/** Other cuts each day. */
const CUTS = { splits: countOf(100, 30), turn: ROTATION }

for (const family of handwritten.keys())
  t.test(`rows 37 and 38: a reply of ${family} is read the same for every split`, async (t) =>
    checkHandwritten(t, family, CUTS),
  )

t.test('native calls are read the same in fragments of any size', async (t) => checkNative(t, CUTS))

for (const dialect of freeReplies.keys())
  t.test(`row 38: a real reply in ${dialect} is read the same for every split`, async (t) =>
    checkFree(t, dialect, CUTS),
  )
