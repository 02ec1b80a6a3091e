import t from 'tap'
import { firstChars } from '#core'

t.test('a text is cut between characters, never inside an emoji of two halves', async (t) => {
  t.equal(firstChars('ab😀', 3), 'ab')
  t.equal(firstChars('ab😀', 4), 'ab😀')
  t.equal(firstChars('👩‍👩‍👧', 3), '👩', 'a joiner joins nothing any more')
  t.equal(firstChars('\ud83d'.repeat(50_000), 40_000), '')
  t.equal(firstChars('abc', 2), 'ab')
})
