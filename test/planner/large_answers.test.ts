import t from 'tap'
import { unreadNumber } from '../../libs/planner/judge/answers/answer_numbers.js'
import { unheldExpression } from '../../libs/planner/judge/answers/expressions.js'
import type { Row } from '../../libs/planner/judge/facts/types.js'

const CHARS = 1_000_000
const row = { kind: 'shell_output', subject: 'x', summary: '', facts: {} } as unknown as Row

/** With a pattern that reads a text more than once, each of these takes minutes to hours. */
t.test('a million characters that were read hold up no end', (t) => {
  for (const part of ['a', '\n', ' ', '\n \n', '=a', '=(', 'a(', 'public ', 'func (', '   test_']) {
    const text = part.repeat(CHARS / part.length)
    t.match(
      unreadNumber('The port is 8123.', [{ row, text }], 'which port?'),
      /contains the number 8123/,
      JSON.stringify(part),
    )
  }
  const many = Array.from({ length: 2_000 }, (_, at) => `a + b${at}`).join(', ')
  t.equal(unheldExpression(many, ['a b '.repeat(CHARS / 4)]), null)
  t.equal(unheldExpression('It is b - a.', ['a b '.repeat(CHARS / 4)]), 'b - a')
  t.end()
})
