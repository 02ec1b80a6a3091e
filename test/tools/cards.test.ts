import t from 'tap'
import { LIMITS, tokensIn } from '#core'
import {
  cardsOf,
  cardTitle,
  chooseCards,
  createCardBlocks,
  createRegistry,
  lintCard,
  loadBuiltinTools,
  MOST_CARD_TOKENS,
  toCard,
} from '#tools'

const registry = createRegistry(await loadBuiltinTools(['skills']))
const cards = cardsOf(registry.list())
const NOTHING = { failed: [], recent: [], message: '', shown: new Set<string>(), budgetTokens: 500 }

t.test(
  'the tool that failed comes first, then recent ones, then those that the words call for (row 233)',
  async (t) => {
    const scene = {
      ...NOTHING,
      failed: ['grep'],
      recent: ['glob'],
      message: 'Fix it and run the tests.',
    }
    t.same(chooseCards(cards, scene).slice(0, 4), ['grep', 'glob', 'patch_file', 'run_command'])
    t.same(
      chooseCards(cards, { ...scene, shown: new Set(['grep']) })[0],
      'glob',
      'a card that is shown does not come again',
    )
    t.same(chooseCards(cards, NOTHING), [])
    const called = (tool: string, priority: number) => toCard(tool, tool, { words: /x/, priority })
    t.same(
      chooseCards([called('a', 9), called('b', 1)], { ...NOTHING, message: 'x' }),
      ['b', 'a'],
      'of what the words call for the priority decides',
    )
  },
)

t.test('a card that does not fit is left out, and the next one is tried (row 234)', async (t) => {
  const sized = (tool: string, tokens: number) => ({
    ...toCard(tool, tool, { words: undefined }),
    tokens,
  })
  const three = [sized('a', 90), sized('b', 150), sized('c', 90)]
  t.same(chooseCards(three, { ...NOTHING, failed: ['a', 'b', 'c'], budgetTokens: 200 }), ['a', 'c'])
  const windows = [4_096, 8_192, 16_384, 32_768]
  t.same(
    windows.map((window) => tokensIn(LIMITS.cardTokens, window)),
    [200, 300, 400, 500],
  )
})

t.test(
  'a set of cards is one text, whatever its order, and it is made once (row 235)',
  async (t) => {
    let made = 0
    const counted = cards.map(({ text, ...card }) => ({
      ...card,
      get text() {
        made += 1
        return text
      },
    }))
    const block = createCardBlocks(counted)
    block(['grep', 'patch_file'])
    const before = made
    t.equal(before, 2, 'each card of a new set is read')
    t.equal(block(['patch_file', 'grep']), block(['grep', 'patch_file', 'grep']))
    t.match(
      block(['patch_file', 'grep']),
      new RegExp(`^${cardTitle('grep')}[\\s\\S]*${cardTitle('patch_file')}`),
    )
    t.equal(made, before, 'a known set reads no card')
    t.ok(cards.length >= 8 && cards.length <= 14, `${cards.length} cards`)
    t.equal(
      cardsOf(createRegistry(await loadBuiltinTools()).list())
        .map(({ text }) => text)
        .join(),
      cards.map(({ text }) => text).join(),
      'the same bytes from another registry',
    )
  },
)

t.test(
  'every card names tools and fields that exist, and its example is a valid call (row 236)',
  async (t) => {
    for (const card of cards) {
      t.same(lintCard(card, registry), [], card.tool)
      t.ok(card.tokens <= MOST_CARD_TOKENS, `${card.tool} has ${card.tokens} tokens`)
      const [, name = '', json = ''] = /\n(\w+) (\{.*\})/.exec(card.text) ?? []
      const call = { id: '1', name, arguments: JSON.parse(json) as Record<string, unknown> }
      const read = registry.validate(call)
      t.ok(read.ok && read.notes.length === 0, `the example of ${card.tool}`)
    }
  },
)

t.test('a card with a tool or a field that does not exist is a finding (row 236)', async (t) => {
  const lint = (tool: string, text: string) =>
    lintCard(toCard(tool, text, { words: undefined }), registry)
  t.same(lint('patch_fil', 'x'), ['there is no tool "patch_fil"'])
  t.same(lint('grep', 'grep {"pattern": "a", "dir": "src"}'), ['grep has no field dir'])
  t.same(lint('grep', 'search_all {"q": "a"}'), [
    'its example calls "search_all", which is no tool',
  ])
  t.same(lint('grep', 'Set `folder`.'), ['`folder` is no tool and no field of grep'])
  t.match(lint('grep', 'grep {"pattern": 3}'), [/its example of grep is invalid: pattern/])
  t.same(lint('grep', 'A text with { braces } and `pattern`, or `read_file`.'), [])
  t.match(lint('grep', 'word '.repeat(400)), [/tokens, at most 150 are shown/])
})
