import t from 'tap'
import { difficultyOf } from '#supervisor'

const EASY = [
  'hello',
  'thanks!',
  'what does value.txt say?',
  'Where is the parser defined?',
  'run the tests',
  'fix the typo in README.md',
  'rename `total` to `sum` in src/bill.ts',
  'bump the version in package.json to 2.1.0',
  '你好',
]
const NORMAL = [
  'add a --json flag to the list command in src/list.ts',
  'why does the login test fail?',
  'write a function parseDate in src/dates.ts that reads ISO dates',
  'The total of an empty cart is NaN instead of 0, see src/cart.ts',
]
const HARD = [
  'fix it',
  'make it better',
  'find and fix the race condition in src/queue.ts',
  'The nightly build is flaky, repair it',
  'improve the performance of the search in src/find.ts',
  'Migrate all modules from callbacks to promises',
  'Add a field `age` to the model. Update the form. Remove the old one. Then write tests for it.',
  '修复 src/a.ts 里的死锁',
]

t.test('row 122: how hard a turn looks is read from its words, without a model', async (t) => {
  for (const [level, texts] of Object.entries({ easy: EASY, normal: NORMAL, hard: HARD }))
    for (const text of texts) t.equal(difficultyOf([text]).difficulty, level, text)
  const hard = 'find and fix the race condition in src/queue.ts'
  t.equal(difficultyOf([hard, 'yes, go on']).difficulty, 'hard', 'it agrees to what was said')
  t.equal(difficultyOf([hard, 'what does value.txt say?']).difficulty, 'easy')
  t.equal(difficultyOf([]).difficulty, 'easy', 'nothing is asked for')
})
