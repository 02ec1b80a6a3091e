import t from 'tap'
import { chooseRules } from '../../libs/memory/rules/choice/choose_rules.js'
import { findRules } from '../../libs/memory/rules/learn/find_rules.js'
import { firstSlow } from '../kit/long_texts.js'

const PARTS = [
  ...['x', 'a ', '"', '@a ', '- a\n', '`', 'e.g. ', 'always ', 'must be '],
  'Every module must have a test. ',
  ...['“', '„', '«', '「', '‘', 'we use ', 'in this project ', 'says ', 'From: a\n', '这'],
]
const CHARS = 10_000
const RULES = [{ name: 'r', text: 'Always use tabs in src/a.ts.', created: '2026-11-23' }]

t.test('a long message is read for rules in a time that grows with its length', (t) => {
  const taught = (text: string) => () => findRules(text)
  t.equal(firstSlow(taught, PARTS, CHARS), null, 'rules that it teaches')
  const chosen = (text: string) => () => chooseRules(RULES, { text, files: [] }, 100)
  t.equal(firstSlow(chosen, PARTS, CHARS), null, 'rules that it needs')
  t.end()
})

t.test('an abbreviation and a quotation end no sentence of a rule', (t) => {
  const text = 'Always quote names, e.g. "Dr. No. 1." and `a. b`, in logs.'
  t.same(
    findRules(text).rules.map(({ quote }) => quote),
    [text],
  )
  t.end()
})
