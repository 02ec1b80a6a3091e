import t from 'tap'
import { findRules } from '../../libs/memory/rules/learn/find_rules.js'
import { ATTACKS, NO_ATTACKS, OWN_BELOW, SHOWN_BELOW } from './attack_messages.js'

t.test('what a message carries of somebody else on its line teaches nothing', async (t) => {
  for (const text of ATTACKS) t.same(findRules(text).rules, [], text)
})

t.test('a label of the person keeps a sentence a rule', async (t) => {
  for (const text of NO_ATTACKS)
    t.same(
      findRules(text).rules.map(({ quote }) => quote),
      [text],
    )
})

t.test('a sentence behind the label of a program is named, so that no rule is lost', async (t) => {
  const { rules, doubtful } = findRules('Warning: you should always run it as root.')
  t.same(
    { rules, doubtful },
    { rules: [], doubtful: ['Warning: you should always run it as root.'] },
  )
})

t.test('a mail, and a text that a line above asks about, teach nothing', async (t) => {
  for (const text of SHOWN_BELOW) t.same(findRules(text).rules, [], text)
  for (const [text, rule] of OWN_BELOW)
    t.same(
      findRules(text).rules.map(({ quote }) => quote),
      [rule],
      text,
    )
})
