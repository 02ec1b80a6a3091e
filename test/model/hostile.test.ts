import t from 'tap'
import { loadDialects } from '#model'
import {
  checkHeaps,
  checkNeverThrows,
  checkNothingInvented,
  checkReadings,
  checkValidJson,
} from '../kit/hostile_replies.js'
import { parseText } from '../kit/replies.js'

// The same checks with larger numbers are in test/long/hostile_replies.test.ts.

t.test('row 35: no text makes the parser throw, or call an unknown tool', async (t) =>
  checkNeverThrows(t, 800),
)

t.test('row 39: every argument of a call is in the text', async (t) => checkNothingInvented(t, 400))

t.test('row 35: valid JSON is never changed', async (t) => checkValidJson(t, 200))

t.test('row 35: a long text of any mark costs few readings and few passes', async (t) =>
  checkReadings(t, 16_384),
)

t.test('row 35: with more than 250 calls in a reply, none of them is run', async (t) => {
  const calls = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: 'read_file', arguments: { path: `${n}` } }))
  const dialects = await loadDialects()
  for (const dialect of dialects.filter(({ name }) => name !== 'react')) {
    t.equal(parseText(dialect.write(calls(250)), dialects).calls.length, 250, dialect.name)
    const over = parseText(dialect.write(calls(251)), dialects)
    t.same(over.calls, [], dialect.name)
    t.match(over.problem?.message, /more than 250 calls/, dialect.name)
  }
})

t.test('the work grows with the length of the text, not with its square', async (t) =>
  checkHeaps(t, 10_000),
)
