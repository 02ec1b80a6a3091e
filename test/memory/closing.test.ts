import t from 'tap'
import { withoutClosing } from '../../libs/memory/rules/learn/closing.js'
import { findRules } from '../../libs/memory/rules/learn/find_rules.js'
import { firstSlow, PARTS } from '../kit/long_texts.js'

t.test('the closing that asks to remember a rule is not in the prompt', (t) => {
  for (const [said, shown] of [
    ['Always use tabs, remember it.', 'Always use tabs.'],
    ['Never push to main, and please remember that!', 'Never push to main!'],
    ["In this project we use pnpm, don't forget it", 'In this project we use pnpm'],
    ['Runde immer mit roundMoney, merke dir das.', 'Runde immer mit roundMoney.'],
    [
      'Schreibe nie in die alten Tabellen, vergiss das nicht.',
      'Schreibe nie in die alten Tabellen.',
    ],
    ["N'utilise jamais var, souviens-toi.", "N'utilise jamais var."],
    ['Nunca uses var, recuérdalo.', 'Nunca uses var.'],
    ['总是使用 dayjs，记住。', '总是使用 dayjs。'],
  ] as const) {
    t.equal(findRules(said).rules[0]?.quote, said, 'the words are stored as they were said')
    t.equal(withoutClosing(said), shown)
  }
  t.end()
})

t.test('what may be a part of the rule stays', (t) => {
  for (const said of [
    'When the user picks a language, remember it.',
    'Round with roundMoney, remember it.',
    'If a filter was chosen, keep it in mind.',
    'Wenn jemand eine Sprache wählt, merke dir das.',
    'Always remember it.',
    'Always use tabs, remember it when you format.',
    'Always use tabs. We use pnpm, remember it.',
    'Always ask before you delete, and remember who asked.',
    'Remember that: always use tabs.',
    '用户选择语言时，记住。',
  ])
    t.equal(withoutClosing(said), said)
  t.end()
})

t.test('a long text is read at once', (t) => {
  t.equal(
    firstSlow(
      (text) => () => withoutClosing(text),
      [...PARTS, ', please', ', remember it'],
      20_000,
    ),
    null,
  )
  t.end()
})
