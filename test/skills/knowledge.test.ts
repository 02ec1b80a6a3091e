import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { estimateTokens, LIMITS, tokensIn } from '#core'
import {
  chooseKnowledge,
  chooseProtocol,
  chooseSheets,
  loadProtocols,
  loadSheets,
  readKnowledge,
  type Sheet,
} from '#skills'
import { createRegistry, loadBuiltinTools } from '#tools'

const room = { budgetTokens: 200, shown: () => false }
const sheet = (name: string, words: string[], pairs: string[] = [], size = 10): Sheet => ({
  name,
  words,
  pairs,
  rules: ['word '.repeat(size)],
})

t.test(
  'a sheet needs a pair, or two words; the best comes first, within the budget (row 237)',
  async (t) => {
    const sheets = [
      sheet('a', ['time', 'zone']),
      sheet('b', ['time'], ['time zone']),
      sheet('c', ['zone', 'x'], [], 400),
    ]
    const titles = (message: string, over = {}) =>
      chooseSheets(sheets, message, { ...room, ...over }).texts.map((text) => text.split('\n')[0])
    t.same(titles('What is the time?'), [])
    t.same(
      titles('Convert the TIME zone.'),
      ['Notes on b:', 'Notes on a:'],
      'one word and a pair are 3',
    )
    t.same(
      titles('zone x time', { budgetTokens: 1_000 }),
      ['Notes on a:'],
      'one of more than 150 tokens is not shown',
    )
    t.same(titles('time zone', { budgetTokens: 20 }), ['Notes on b:'])
    t.same(titles('time zone', { shown: (line: string) => line.includes(' b') }), ['Notes on a:'])
  },
)

t.test('there are 13 sheets, each small; what they require are tools (row 237)', async (t) => {
  const sheets = await loadSheets()
  const registry = createRegistry(await loadBuiltinTools())
  t.equal(sheets.length, 13)
  const windows = [4_096, 8_192, 16_384]
  t.same(
    windows.map((window) => tokensIn(LIMITS.sheetTokens, window)),
    [100, 150, 200],
  )
  t.same(
    [LIMITS.knowledgeTokens, LIMITS.knowledgeChars, LIMITS.skillBytes],
    [1_500, 1_500, 102_400],
  )
  for (const one of sheets) {
    const [pair = ''] = one.pairs
    const { texts, tools } = chooseSheets([one], `Look at the ${pair} here.`, {
      ...room,
      budgetTokens: 150,
    })
    t.equal(texts.length, 1, `${one.name} is chosen by "${pair}" and fits`)
    for (const tool of tools) t.ok(registry.find(tool), tool)
  }
  t.same(chooseSheets(sheets, 'Solve the merge conflict.', room).tools, ['run_command'])
})

t.test('a protocol comes with the kind of task that it is for (row 241)', async (t) => {
  const protocols = await loadProtocols()
  const titleOf = (message: string) =>
    chooseProtocol(protocols, message, () => false).split('\n')[0]
  t.equal(titleOf('Why does total() round twice?'), 'Notes on cite before answer:')
  t.equal(titleOf('Research which parser is faster.'), 'Notes on research:')
  t.equal(titleOf('Do this:\n1. Add a flag.\n2. Test it.'), 'Notes on decomposition:')
  t.equal(titleOf('Fix the test.'), '')
  t.equal(
    chooseProtocol(protocols, 'Research it.', () => true),
    '',
    'not twice',
  )
})

t.test(
  'knowledge of the user is found by keyword, heading and name, within its limits (row 238)',
  async (t) => {
    const folder = t.testdir({
      'billing.md': '---\nkeywords: [invoice, vat]\n---\n# Rounding money\nUse roundMoney.\n',
      'plain.md': `${'harbour pilot '.repeat(5)}at sea`,
      'long.md': `# Parsers\n${'parser text '.repeat(400)}`,
      'note.txt': 'invoice vat',
    })
    writeFileSync(join(folder, 'big.md'), 'invoice '.repeat(20_000))
    const known = readKnowledge([{ folder, label: 'knowledge', trusts: () => true }])
    t.same(
      known.map(({ name }) => name),
      ['knowledge/billing.md', 'knowledge/long.md', 'knowledge/plain.md'],
      'a file above 100 KB is left out',
    )
    const names = (message: string, budgetTokens = 1_500) =>
      chooseKnowledge(known, message, { ...room, budgetTokens }).map((text) => text.split('\n')[0])
    t.same(names('Print the invoice.'), [], 'one keyword is too little')
    t.same(names('Print the invoice with vat.'), ['From knowledge/billing.md:'])
    t.same(names('Where is money?'), ['From knowledge/billing.md:'], 'a heading alone is enough')
    t.same(names('billing invoice'), ['From knowledge/billing.md:'], 'name and keyword')
    t.same(names('A pilot for the harbour.'), ['From knowledge/plain.md:'], 'its frequent words')
    t.equal(names('money, harbour pilot', 1_500).length, 2)
    t.equal(names('money, harbour pilot', 30).length, 1, 'both fit alone and not together')
    t.same(
      names('money for parsers', 60),
      ['From knowledge/billing.md:'],
      'the long one does not fit',
    )
    const [long = ''] = chooseKnowledge(known, 'parsers', { ...room, budgetTokens: 1_500 })
    t.ok(long.length <= LIMITS.knowledgeChars + 40)
    t.ok(estimateTokens(long) < 600)
    t.same(
      readKnowledge([{ folder, label: 'x', trusts: () => false }]),
      [],
      'what is not trusted is not read',
    )
  },
)
