import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  type Category,
  createRegistry,
  isVague,
  loadBuiltinTools,
  pickTools,
  routeMessage,
  routeMessages,
  toolsOf,
} from '#tools'

const tools = await loadBuiltinTools()
const registry = createRegistry(tools)
const ROWS = readFileSync(new URL('../fixtures/route/sentences.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [Category, string, string])

function namesFor(text: string, few: boolean, widened = false): string[] {
  return pickTools(tools, { route: routeMessage(text), text, few, widened })
}

t.test(
  'rows 111, 112: 200 sentences in five languages have the category of their row',
  async (t) => {
    t.equal(ROWS.length, 200)
    const wrong = ROWS.flatMap(([category, language, text]) => {
      const route = routeMessage(text)
      if (route.category === category) return []
      return [
        `${language} ${text}: ${route.category}, not ${category} ${JSON.stringify(route.scores)}`,
      ]
    })
    t.same(wrong, [])
    const without = ROWS.filter(([category, , text]) => {
      const offered = namesFor(text, true)
      return toolsOf(category, tools).some((name) => !offered.includes(name))
    })
    t.same(without, [])
  },
)

t.test('row 117: a category has few tools of its own, and respond has none', async (t) => {
  t.same(toolsOf('respond', tools), [])
  for (const [category, most] of [
    ['read', 5],
    ['write', 6],
    ['search', 6],
    ['run', 3],
    ['code_intel', 5],
    ['web', 3],
  ] as const)
    t.ok(toolsOf(category, tools).length <= most, category)
})

t.test('rows 112, 114: the scores are these, and the margin is the confidence', async (t) => {
  const fix = routeMessage('fix the crash')
  t.match(fix, { category: 'write', scores: { write: 4.5, read: -2 }, confidence: 1, second: null })
  const long = routeMessage('x'.repeat(201))
  t.equal(long.scores.plan, 2)
  t.equal(routeMessage('hello').scores.respond, 2.8, 'times .8')
})

t.test('rows 113, 115: of equal categories the one that costs most to lack is taken', async (t) => {
  const tie = routeMessage('compile it and search')
  t.equal(tie.scores.run, tie.scores.search)
  t.match(tie, { category: 'run', confidence: 0, second: 'search' })
})

t.test(
  'row 116: a short message without a wish is an answer, and nothing known is a read',
  async (t) => {
    t.equal(routeMessage('hmm').category, 'respond')
    t.equal(routeMessage('').category, 'respond')
    t.equal(routeMessage('run it').category, 'run')
    t.equal(routeMessage('the frobnicator and the gadget').category, 'read')
  },
)

t.test('row 119: a message that only agrees keeps the category of the turn before', async (t) => {
  for (const yes of [
    'yes',
    'ok do it',
    'go on',
    'Go ahead, please.',
    'work on 2',
    'option b',
    'ja, mach weiter',
    'oui, vas-y',
    'sí, adelante',
    '好的，继续',
    '第二个',
  ])
    t.match(routeMessage(yes, 'run'), { category: 'run', kept: true }, yes)
  for (const other of ['yes, and rename it to x.ts', 'no', 'ok, fix src/a.ts now'])
    t.equal(routeMessage(other, 'run').kept, false, other)
  t.equal(routeMessages(['run the tests', 'yes', 'go on']).category, 'run')
  t.equal(routeMessages(['run the tests', 'yes', 'fix the crash']).category, 'write')
})

t.test(
  'row 117: a turn is offered the tools of a coding turn, and what its words call for',
  async (t) => {
    const coding = namesFor('hi', true)
    t.same(
      coding.filter((name) => !['glob', 'list_dir', 'record_evidence'].includes(name)),
      ['grep', 'more_tools', 'patch_file', 'read_file', 'resolve', 'run_command', 'write_file'],
    )
    const lacking = ROWS.filter(([, , text]) => {
      const offered = namesFor(text, true)
      return coding.some((name) => !offered.includes(name))
    })
    t.same(lacking, [])
    t.ok(namesFor('fix it as in https://example.com', true).includes('web_fetch'))
    t.ok(namesFor('clear the cells of a.ipynb', true).includes('edit_notebook'))
    t.ok(namesFor('fix it', false).length > coding.length, 'a large window has room for more')
    t.ok(namesFor('fix it', true, true).includes('symbol'), 'and so has a turn after a failure')
  },
)

t.test(
  'row 118: the smallest windows have few tools with few arguments, and further ones by name',
  async (t) => {
    const turn = { route: routeMessage('fix it'), text: 'fix it', few: true, widened: false }
    const [small, least] = [pickTools(tools, turn), pickTools(tools, { ...turn, least: true })]
    t.same(
      small.filter((name) => !least.includes(name)),
      ['glob', 'record_evidence'],
    )
    const words = { ...turn, text: 'rename it', route: routeMessage('rename it'), least: true }
    t.notOk(pickTools(tools, words).includes('multi_edit'), 'what a larger window offers is named')
    const web = { ...turn, text: 'see https://example.com', least: true }
    t.ok(pickTools(tools, web).includes('web_fetch'), 'what only the words call for is offered')
    const sizes = [small, least].map((names) => JSON.stringify(registry.schemas(names)).length)
    t.ok((sizes[1] ?? 0) < (sizes[0] ?? 0) * 0.65, `${sizes}`)
    const more = registry.schemas(least).find((tool) => tool.function.name === 'more_tools')
    t.match(more?.function.description, /: diagnostics, glob, .*record_evidence, .*todo_write$/)
    t.ok(registry.validate({ id: 'c', name: 'glob', arguments: { pattern: '*.ts' } }).ok, 'it runs')
    const find = registry.schemas(least).find((tool) => tool.function.name === 'grep')
    t.match(JSON.stringify(find), /"pattern"/)
    t.notMatch(JSON.stringify(find), /ignore_case|glob|context/)
    const full = { id: 'c', name: 'grep', arguments: { pattern: 'a', ignore_case: true } }
    t.match(registry.validate(full), { ok: true, input: { ignore_case: true } }, 'it is accepted')
  },
)

t.test(
  'row 118: what a prompt has no schema of is one line of more_tools, the same bytes each time',
  async (t) => {
    const schemas = registry.schemas(namesFor('hi', true))
    const more =
      schemas.find((one) => one.function.name === 'more_tools')?.function.description ?? ''
    t.match(more, /\nsymbol: Where a name is defined and used\./)
    t.notMatch(more, /\nread_file:/)
    const again = createRegistry(await loadBuiltinTools()).schemas(namesFor('hi', true).reverse())
    t.equal(JSON.stringify(again), JSON.stringify(schemas))
  },
)

t.test('row 69: a wish that names nothing to search for is vague', async (t) => {
  for (const vague of [
    'fix it',
    'Make the code better',
    'fix the bug',
    'mach es besser',
    '修复这个问题',
    'corrige le bogue',
  ])
    t.ok(isVague(vague), vague)
  for (const clear of [
    'fix src/a.ts',
    'rename getUser',
    'the total is wrong for customers in Norway',
    'make the login page faster than two seconds',
    'fix "cannot read"',
    '修复登录页面的错误',
  ])
    t.notOk(isVague(clear), clear)
})

t.test('a long message of any bytes is routed at once', async (t) => {
  const odd = [
    `${'('.repeat(50_000)}`,
    '\ud800\u0000'.repeat(20_000),
    'fix '.repeat(50_000),
    'é'.repeat(60),
  ]
  for (const text of odd) t.ok(routeMessage(text).category && typeof isVague(text) === 'boolean')
})
