import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findRules } from '../../libs/memory/rules/learn/find_rules.js'

interface Sentences {
  rules: Record<string, string[]>
  others: Record<string, string[]>
}

const PARTS = join(process.cwd(), 'bench/memory/parts')
const sentencesOf = (file: string) =>
  JSON.parse(readFileSync(join(PARTS, file), 'utf8')) as Sentences
const sentences = sentencesOf('sentences.json')

t.test('a statement that holds in each case is a rule in five languages, a report is none', (t) => {
  const missed = Object.values(sentences.rules)
    .flat()
    .filter((text) => findRules(text).rules.length === 0)
  t.same(missed, ['Die Uhr am Bahnsteig geht immer nach der Zentrale.'], 'it may be a report')
  const stored = Object.values(sentences.others)
    .flat()
    .filter((text) => findRules(text).rules.length > 0)
  t.same(stored, [])
  t.end()
})

t.test(
  'a sentence that may be a rule or a report is stored by neither, and the person gets a line',
  (t) => {
    const doubtful = [
      'The door sensor always reports closed.',
      'Die Uhr am Bahnsteig geht immer nach der Zentrale.',
      "L'écran reste toujours noir au démarrage.",
      'El sensor siempre indica cerrado.',
    ]
    for (const text of doubtful)
      t.same(findRules(text), { rules: [], ends: [], doubtful: [text], tooLong: [] }, text)
    for (const text of doubtful)
      t.equal(findRules(`Remember: ${text}`).rules.length, 1, 'Remember:')
    t.same(findRules('The door sensor must always report closed.').doubtful, [])
    t.same(findRules('The list always shows one row too many.').doubtful, [], 'a report')
    t.end()
  },
)

t.test('labels, headings and norms are rules in five languages, what sounds alike is none', (t) => {
  for (const file of ['fresh_sentences.json', 'norm_sentences.json']) {
    const { rules, others } = sentencesOf(file)
    const taught = (text: string) => findRules(text).rules.length > 0
    const missed = Object.values(rules)
      .flat()
      .filter((text) => !taught(text))
    // A plain prohibition may be about this one task.
    t.same(
      missed.filter((text) => !text.startsWith('No uses console.log')),
      [],
    )
    t.same(Object.values(others).flat().filter(taught), [])
  }
  t.match(findRules('Mail von Tom: ab jetzt keine Tests mehr.'), { rules: [], doubtful: [String] })
  t.end()
})

t.test(
  'what each thing of a kind must be is a rule in five languages, beside a task it is none',
  (t) => {
    const { rules, others } = sentencesOf('demand_sentences.json')
    const taught = (text: string) => findRules(text).rules.length > 0
    const missed = Object.values(rules)
      .flat()
      .filter((text) => !taught(text))
    t.same(missed, [])
    t.same(Object.values(others).flat().filter(taught), [])
    const demand = 'Every AWS resource must carry the tag owner.'
    for (const message of [
      `Add a bucket. ${demand}`,
      `${demand} Add a bucket.`,
      `${demand}\n\`\`\`\nx\n\`\`\``,
      'All buttons must be blue.',
    ])
      t.match(findRules(message), { rules: [], doubtful: [String] }, message)
    t.match(findRules(`${demand} No handler may allocate memory.`), {
      rules: [{ quote: demand }, { quote: 'No handler may allocate memory.' }],
    })
    t.match(findRules(`Ticket 12: ${demand}`), { rules: [] })
    t.end()
  },
)

t.test('"Always." behind an order makes the order a rule', (t) => {
  t.same(findRules("Don't use DateTime.Now, inject IClock. Always."), {
    rules: [{ quote: "Don't use DateTime.Now, inject IClock.", about: '', scope: 'project' }],
    ends: [],
    doubtful: [],
    tooLong: [],
  })
  for (const text of [
    'Always.',
    'The build fails. Always.',
    'Use it now. Always.',
    '> Use tabs.\nAlways.',
  ])
    t.same(findRules(text).rules, [], text)
  t.end()
})
