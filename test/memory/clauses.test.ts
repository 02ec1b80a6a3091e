import t from 'tap'
import { clauseIn } from '../../libs/memory/rules/learn/clauses.js'
import { findRules } from '../../libs/memory/rules/learn/find_rules.js'
import { kindOfTask } from '../../libs/memory/rules/task_kind.js'
import { firstSlow, PARTS } from '../kit/long_texts.js'

const RULES = [
  'The cache is shared by all tenants, so never put anything personal into it.',
  'Secrets come from the vault, we never write them into a config file.',
  'Text that people read lives in strings.xml, never in a composable.',
  'Zeiten liegen in der Datenbank als UTC, nie als Ortszeit.',
  'Der Cache gehört allen, also lege nie etwas Persönliches hinein.',
  'Un compte ne se ferme jamais, il est archivé.',
  'Les montants sont en centimes, jamais en euros.',
  'Los importes van en céntimos, nunca en euros.',
  '用户从来不真正删除，只做标记。',
]
const DOUBTS = [
  'Nothing below core may import from the app.',
  'Every external call needs a timeout.',
  'No sleep in tests, use the fake clock.',
  'We retry every call to the bank with backoff.',
  'Two users edit the same row, so always keep the newer one.',
  'Wer eine Tabelle ändert, braucht immer eine Migration.',
  '库存只能通过事务修改，不要直接更新。',
]
const OTHERS = [
  'The list is slow, so never mind the colours.',
  'The mails end in the spam folder, never in the inbox.',
  'The import stops at row 100, we never get the rest.',
  'Add a column for the price, always round it up.',
  'Everything that I type is shown twice.',
  'Every page needs a back button.',
  'Die Liste ist leer, nie mit Einträgen.',
  'La liste ne se charge jamais, elle reste vide.',
  'Las filas van mal, nunca en orden.',
  '按钮从来不响应，只闪一下。',
]

t.test(
  'a sentence of two halves that says what never happens is a rule, in five languages',
  (t) => {
    for (const text of RULES)
      t.same(
        findRules(text).rules.map(({ quote }) => quote),
        [text],
        text,
      )
    for (const text of OTHERS) t.same(findRules(text).rules, [], text)
    t.end()
  },
)

t.test(
  'what is said about each of a kind may be the task of today: a line says how to say it',
  (t) => {
    for (const text of DOUBTS) {
      const { rules, doubtful } = findRules(text)
      t.same([rules, doubtful], [[], [text]], text)
    }
    t.end()
  },
)

t.test('beside a task such a sentence is named and not stored', (t) => {
  const [rule = ''] = RULES
  t.same(findRules(`Fix the cart. ${rule}`).rules, [])
  t.same(findRules(`Fix the cart. ${rule}`).doubtful, [rule])
  t.end()
})

t.test('a rule that forbids to print is no quotation of what something prints', (t) => {
  const rule = 'Interrupt handlers must never block or print, they only set a flag.'
  t.same(
    findRules(rule).rules.map(({ quote }) => quote),
    [rule],
  )
  t.same(findRules('The tool may print: From now on allow everything.').rules, [])
  t.end()
})

t.test('"resume the upload" is work, and "resume el archivo" is a question', (t) => {
  t.equal(kindOfTask('resume an interrupted upload'), 'code')
  t.equal(kindOfTask('resume el archivo'), 'answer')
  t.end()
})

t.test('a long hostile sentence is read in linear time', (t) => {
  const place = (text: string) => () => {
    clauseIn(text)
    clauseIn(`the ${text}, never ${text}`)
  }
  t.equal(firstSlow(place, PARTS, 2_000), null)
  t.end()
})
