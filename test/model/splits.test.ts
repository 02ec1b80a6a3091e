import t from 'tap'
import { checkHandwritten, checkNative, handwritten } from '../kit/reply_splits.js'

/** More in test/long/reply_splits.test.ts. */
const SPLITS = 8

for (const family of handwritten.keys())
  t.test(`rows 37 and 38: a reply of ${family} is read the same for every split`, async (t) =>
    checkHandwritten(t, family, { splits: SPLITS }),
  )

t.test('native calls are read the same in fragments of any size', async (t) =>
  checkNative(t, { splits: SPLITS }),
)

t.test('there are at least 300 handwritten cases', async (t) => {
  const count = [...handwritten.values()].flat().length
  t.ok(count >= 300, `${count} cases`)
})
