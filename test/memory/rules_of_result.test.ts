import t from 'tap'
import { estimateTokens } from '#core'
import { chooseRules } from '#memory'
import { type ResultWords, rulesOfResult } from '../../libs/memory/rules/choice/rules_of_result.js'
import { firstSlow, PARTS } from '../kit/long_texts.js'

const rule = (text: string) => ({ name: text, text, created: '' })

/** The rules that a result brings of these. */
function brought(texts: readonly string[], result: Partial<ResultWords>, shown: string[] = []) {
  const all = { task: 'let it be faster', paths: ['src/a.ts'], text: '', edits: false, ...result }
  const isShown = (text: string) => shown.includes(text)
  return rulesOfResult(texts.map(rule), all, { isShown, tokens: 200 }).map(({ text }) => text)
}

t.test('a rule concerns a file by a word of its path or of its text, in five languages', (t) => {
  const cases = [
    ['Vouchers always have an end.', 'src/vouchers/apply.ts', ''],
    ['Every charge carries an idempotency key.', 'src/a.ts', 'charge(order, idempotencyKey)'],
    ['Jeder Zählerstand wird immer geprüft.', 'src/zaehlerstand.py', ''],
    ['Chaque contrôleur vérifie toujours les droits.', 'src/Controleur/Billet.php', ''],
    ['Las dosis van siempre en miligramos.', 'src/receta.ts', '@Column() dosis: number'],
    ['优惠券从来不删除，只改状态。', 'job/a.go', '// 清理过期优惠券'],
  ] as const
  for (const [text, path, source] of cases) {
    t.same(brought([text], { paths: [path], text: source }), [text], text)
    t.same(brought([text], { paths: ['src/fonts.css'], text: 'body { margin: 0 }' }), [], text)
  }
  t.end()
})

t.test('words that files of any project have bring no rule', (t) => {
  const text = 'export function read(name: string) { return new Error(value) }'
  for (const said of [
    'Names of functions are always verbs.',
    'Never return a new error, read the value.',
    'Remember: lib and src have an index each.',
  ])
    t.same(brought([said], { text, paths: ['src/lib/index.ts'] }), [], said)
  t.end()
})

t.test('a long text brings a rule only by two words', (t) => {
  const long = Array.from({ length: 400 }, (_, at) => `zebra${'abcdefghij'[at % 10]}${at}x`).join(
    ' ',
  )
  const said = 'Every charge carries an idempotency key.'
  t.same(brought([said], { text: `${long} idempotency` }), [])
  t.same(brought([said], { text: `${long} idempotency charge carries` }), [said])
  t.end()
})

t.test('a page for people brings only rules of its path', (t) => {
  const said = 'Vouchers always have an end.'
  t.same(brought([said], { paths: ['README.md'], text: 'How vouchers work' }), [])
  t.same(brought([said], { paths: ['docs/vouchers.md'], text: '' }), [said])
  t.end()
})

t.test('a condition decides by the path: what is for tests comes with a test', (t) => {
  const said = 'In tests, never mock the voucher store.'
  t.same(brought([said], { paths: ['test/cart.test.ts'] }), [said])
  t.same(brought([said], { text: 'const voucher = store.voucher()' }), [])
  const outside = 'No panic outside of tests.'
  t.same(brought([outside], { paths: ['cart_test.go'], text: 'panic("x")' }), [])
  t.end()
})

t.test(
  'a language, and what a path says that its file is about, bring a rule without a shared word',
  (t) => {
    const python = 'In Python, always annotate every argument.'
    t.same(brought([python], { paths: ['tools/run.py'] }), [python])
    t.same(brought([python], { paths: ['tools/run.go'] }), [])
    const sql = 'Never string together SQL.'
    t.same(brought([sql], { paths: ['db/queries/report.sql'] }), [sql])
    const colours = 'Colours always come from the palette.'
    t.same(brought([colours], { paths: ['assets/app.css'] }), [colours])
    t.same(brought([colours], { paths: ['assets/app.sql'] }), [])
    t.end()
  },
)

t.test('an answer gets no rule with what it reads, unless it changes a file', (t) => {
  const said = 'Vouchers always have an end.'
  const asked = { task: 'What does this file do?', paths: ['src/vouchers.ts'] }
  t.same(brought([said], asked), [])
  t.same(brought([said], { ...asked, edits: true }), [said])
  t.end()
})

t.test('what the prompt shows is not repeated, and counts against the tokens', (t) => {
  const long = `Vouchers ${'and always more words '.repeat(80)}.`
  const short = 'Remember: vouchers are red.'
  const said = 'Vouchers always have an end.'
  const result = { paths: ['src/vouchers.ts'] }
  t.same(brought([said], result, [said]), [])
  t.same(brought([long, said], result, [long]), [], 'the head took the tokens')
  t.same(brought([short, said], result, [short]), [said])
  t.end()
})

t.test('the same input gives the same rules, best first, whatever their order is', (t) => {
  const both = ['Vouchers always have an end.', 'Vouchers of a cart are always shown in the cart.']
  const result = { paths: ['src/cart/vouchers.ts'] }
  t.same(brought(both, result), [...both].reverse())
  t.same(brought([...both].reverse(), result), [...both].reverse())
  t.end()
})

t.test('long hostile texts of a result are read in linear time', (t) => {
  const place = (text: string) => () => {
    brought(['Vouchers always have an end.'], { text, paths: [text] })
  }
  t.equal(firstSlow(place, PARTS, 1_500), null)
  t.end()
})

t.test('of a head that holds not all rules a quarter is left to what reads show', (t) => {
  const tools = 'anchor bucket candle drum easel flute goblet hammer ink jug kettle lamp'.split(' ')
  const rules = tools.map((tool, at) => ({
    name: tool,
    text: `Please always put the ${tool} back into the ${tool} box.`,
    created: `2026-11-${10 + at}`,
  }))
  const task = { text: 'make it nicer for the members', files: [] }
  const costOf = (chosen: readonly { text: string }[]) =>
    chosen.reduce((sum, { text }) => sum + estimateTokens(text) + 3, 0)
  const all = costOf(rules)
  t.equal(chooseRules(rules, task, all).length, rules.length, 'no room is kept where all fit')
  const shown = costOf(chooseRules(rules, task, all - 1))
  t.ok(shown <= (all - 1) * 0.75 && shown > all * 0.55, `${shown} of ${all}`)
  const about = { text: 'put the anchor, the bucket, the candle, the drum back', files: [] }
  t.match(
    chooseRules(rules, about, all - 1)
      .map(({ name }) => name)
      .slice(0, 4),
    tools.slice(0, 4),
  )
  t.end()
})
