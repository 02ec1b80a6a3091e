import t from 'tap'
import {
  type Archetype,
  type ContextStrategy,
  codingArchetype,
  entryBudget,
  Memory,
  pruneByRelevance,
  rankEntry,
  relevanceOf,
  researchArchetype,
  scoreResult,
  supportArchetype,
} from '#memory'
import { fillShares } from '../../libs/memory/rank/shares.js'
import { buildContext, type Candidate } from '../../libs/memory/recall/build_context.js'
import { openStore } from '../../libs/memory/store/store.js'
import { createLexicalSearch } from '../../libs/memory/views/contextual.js'

const HOUR = 3_600_000
const NOW = 1_800_000_000_000
const WEIGHTS = { recencyWeight: 0.3, relevanceWeight: 0.5, salientWeight: 0.2 }
const SHARES = { recent: 15, semantic: 40, entities: 25, relations: 20 }

function many(kind: Candidate['kind'], count: number, words = 14): Candidate[] {
  return Array.from({ length: count }, (_, at) => ({
    kind,
    id: `${kind}${at}`,
    text: `${kind} ${at} ${'word '.repeat(words)}`,
    timestamp: NOW - at * HOUR,
    similarity: 1 - at / count,
  }))
}

t.test(
  'row 105: a score is exp(-age/24 h)·.3 + similarity·.5 + salience·.2, times its outcome',
  async (t) => {
    const score = (part: object, hours = 0) =>
      Number(scoreResult({ timestamp: NOW - hours * HOUR, ...part }, WEIGHTS, NOW).toFixed(4))
    t.equal(score({}), 0.3)
    t.equal(score({}, 24), 0.1104)
    t.equal(score({ similarity: 1, salience: 1 }), 1)
    t.equal(score({ similarity: 0.5, salience: 0.5 }, 48), 0.3906)
    t.equal(score({ outcome: 'success' }), 0.36)
    t.equal(score({ outcome: 'failure' }), 0.24)
    t.equal(score({ outcome: 'partial' }), 0.3)
  },
)

t.test('row 104: each source gets its share, and an unused share goes to the others', async (t) => {
  const options = {
    maxTokens: 1_060,
    entryTokens: 800,
    strategy: { ...WEIGHTS, budgetAllocation: SHARES },
    now: NOW,
  }
  const full = {
    recent: many('event', 60),
    semantic: many('entry', 60),
    entities: many('entity', 60),
    relations: many('relation', 60),
    entries: [],
  }
  const used = (candidates: typeof full, source: string) =>
    buildContext(candidates, options)
      .items.filter((item) => item.source === source)
      .reduce((sum, { tokens }) => sum + tokens, 0)
  const item = buildContext(full, options).items[0]?.tokens ?? 0
  for (const [source, share] of Object.entries(SHARES))
    t.ok(Math.abs(used(full, source) - share * 10) <= 2 * item, `${source}: ${used(full, source)}`)
  const rest = { ...full, semantic: [], entities: [] }
  t.ok(used(rest, 'relations') > 700, 'what two sources leave is used')
  t.ok(buildContext(rest, options).tokens <= 1_060)
  const alone = { ...full, semantic: [], entities: [], relations: [] }
  t.ok(used(alone, 'recent') > 900, 'the first source gets what all others leave')
  const recency = { ...options, strategy: { ...options.strategy, first: 'recency' as const } }
  const first = buildContext(full, recency).items.filter(({ source }) => source === 'recent')
  t.ok(
    first.reduce((sum, { tokens }) => sum + tokens, 0) > 450,
    'recency first: half of the budget',
  )
})

t.test(
  'row 104: the shares of each archetype; a smaller item goes where a large one does not fit',
  (t) => {
    const sharesOf = ({ contextStrategy: { budgetAllocation: all } }: Archetype) => [
      all.recent,
      all.semantic,
      all.entities,
      all.relations,
    ]
    t.same([codingArchetype, researchArchetype, supportArchetype].map(sharesOf), [
      [15, 40, 25, 20],
      [10, 45, 20, 25],
      [30, 35, 20, 15],
    ])
    const items = [8, 5, 2].map((tokens) => ({ tokens }))
    t.same(fillShares([{ share: 100, items }], 10), [[{ tokens: 8 }, { tokens: 2 }]])
    const [one] = many('event', 1)
    const both = { recent: one ? [one] : [], semantic: one ? [one] : [] }
    const { items: chosen } = buildContext(
      { ...both, entities: [], relations: [], entries: [] },
      {
        maxTokens: 500,
        entryTokens: 0,
        strategy: { ...WEIGHTS, budgetAllocation: SHARES },
        now: NOW,
      },
    )
    t.same(
      chosen.map(({ id }) => id),
      ['event0'],
      'what two sources have is there once',
    )
    t.end()
  },
)

t.test('row 105: the weights are those of the archetype, or of the request', async (t) => {
  const clock = { now: () => NOW }
  const score = async (archetype: 'coding' | 'research', strategy?: ContextStrategy) => {
    const memory = new Memory({ path: ':memory:', archetype, clock })
    await memory.record({ type: 'note', content: 'stone' })
    const request = { query: 'water', ...(strategy && { strategy }) }
    const [item] = (await memory.recall(request)).items
    memory.close()
    return item?.score.toFixed(2)
  }
  t.equal(await score('coding'), '0.30')
  t.equal(await score('research'), '0.10')
  const tickets = new Memory({ path: ':memory:', archetype: 'support', clock })
  for (const ticket of [...Array<string>(9).fill('T-7'), 'T-8'])
    await tickets.record({ type: 'message', content: { ticket } })
  const { items } = await tickets.recall({ query: 'T-7 T-8' })
  const [often = 0, once = 0] = ['T-7', 'T-8'].map(
    (name) => items.find(({ kind, text }) => kind === 'entity' && text.includes(name))?.score,
  )
  t.ok(often > once, 'what was met more often is more salient')
  tickets.close()
  const { contextStrategy } = codingArchetype
  t.equal(await score('research', { ...contextStrategy, recencyWeight: 0.7 }), '0.70')
})

t.test(
  'row 106: at 80 % the least relevant 30 % go; system stays, the current task counts double',
  async (t) => {
    const item = (id: string, type: 'user' | 'code' | 'system', extra = {}) => ({
      id,
      type,
      tokens: 1_000,
      timestamp: NOW,
      ...extra,
    })
    t.equal(relevanceOf(item('a', 'user', { timestamp: NOW - HOUR }), NOW), 0.75)
    t.equal(relevanceOf(item('a', 'user', { isCurrent: true }), NOW), 3)
    t.equal(relevanceOf(item('a', 'code', { dependents: 2 }), NOW).toFixed(1), '1.1')
    const items = [
      item('system', 'system', { timestamp: 0 }),
      ...Array.from({ length: 9 }, (_, at) =>
        item(`c${at}`, 'code', { timestamp: NOW - at * HOUR }),
      ),
    ]
    t.same(pruneByRelevance(items, { now: NOW, windowTokens: 12_501 }).dropped, [])
    const { kept, dropped } = pruneByRelevance(items, { now: NOW, windowTokens: 12_500 })
    t.same(
      dropped.map(({ id }) => id),
      ['c6', 'c7', 'c8'],
    )
    t.equal(kept[0]?.id, 'system')
  },
)

t.test('rows 216 and 218: the rank of an entry, and the budget of a kind of task', async (t) => {
  t.equal(rankEntry({ matches: 1, days: 0, uses: 0 }).toFixed(2), '0.90')
  t.equal(rankEntry({ matches: 0.5, days: 2, uses: 5 }).toFixed(2), '0.45')
  t.equal(rankEntry({ matches: 0, days: 0, uses: 50 }).toFixed(2), '0.40')
  const tokens = ['backend', 'coding', 'editing', 'debugging', 'shell', 'explanation', 'other']
  t.same(
    tokens.map((task) => entryBudget(task).tokens),
    [1_000, 800, 800, 1_000, 600, 500, 800],
  )
  t.notOk(entryBudget('shell').types.includes('context'))
})

t.test('row 105: where every word is frequent, an event with more of them comes first', (t) => {
  const store = openStore(':memory:', { damaged: 'refuse' })
  store.db.exec(`
    INSERT INTO sessions VALUES (1, 's');
    WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1800)
      INSERT INTO events (n, id, session, place, at_ms, type, actor, summary, keywords, words)
      SELECT n, 'e' || n, 1, n * 10, n, 'note', 'user', '', '',
        CASE WHEN n = 560 THEN 'harbour lantern' WHEN n <= 600 THEN 'harbour'
          WHEN n <= 1200 THEN 'lantern' ELSE 'rope' END FROM r;
    INSERT INTO events_text (rowid, words) SELECT n, words FROM events;`)
  const found = createLexicalSearch(store)('harbour lantern', 3)
  t.equal(found[0]?.row.n, 560)
  store.close()
  t.end()
})
