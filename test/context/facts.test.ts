import t from 'tap'
import { loadSections, type PromptInput } from '#context'
import type { Evidence } from '#core'
import { makeNode } from '../kit/ledger.js'

const sections = await loadSections()
const section = sections.find(({ name }) => name === 'facts')

/** The lines of the section for what a model wrote, one text a step. */
function linesFor(said: string[], over: Partial<PromptInput> = {}, budgetTokens = 2_000): string[] {
  const input: PromptInput = {
    task: 'fix it',
    additions: [],
    earlier: [],
    plan: [makeNode('n1', '')],
    project: { testCommand: null, entries: [] },
    evidence: [],
    statements: said.map((text, at) => ({ step: at + 1, text })),
    payload: () => '',
    current: () => null,
    ...over,
  }
  return section?.render(input, budgetTokens).split('\n').slice(1) ?? []
}

t.test('a value that the model states becomes a fact, in any order of words or language', (t) => {
  for (const said of [
    'The factor is 8117.',
    'MAX_DEPTH = 42 in lib/depth.ts',
    'config lives in src/a.ts',
    'Root cause: the loop in walk() stops one early.',
    'region code: "EU-7"',
    'Der Faktor ist 9001.',
    '系数是 8117。',
    'La valeur est 12.',
    'The handler for orders is processOrder in src/orders/handler.ts',
    'Norwegian rate -> 0.17',
    'parse() drops the last row of src/rows.ts.',
  ])
    t.same(linesFor([said]), [`- ${said.replace(/[.。]$/, '')}`])
  t.same(linesFor(['Okay, now I found that the port is 8443. I will use it.']), [
    '- the port is 8443',
  ])
  t.end()
})

t.test('what comes next, questions and conditions are no facts', (t) => {
  for (const said of [
    'Let me read src/a.ts.',
    'Now I read src/b.ts.',
    'I will set the factor to 12.',
    'Reading the next part.',
    'Is the factor 8117?',
    'If the factor is 4 the test fails.',
    'Check whether the factor is 9.',
    '让我读取 src/a.ts。',
    'Ich lese jetzt src/x.ts.',
    'It looks good.',
    '```\nconst x = 5\n```',
  ])
    t.same(linesFor([said]), [], said)
  t.end()
})

t.test('a name keeps its newest value, and equal words count once', (t) => {
  t.same(linesFor(['The factor is 8117.', 'the offset is 3', 'Factor = 99', 'The offset is 3.']), [
    '- the offset is 3',
    '- Factor = 99',
  ])
  t.same(
    linesFor(['alpha = 3, beta = 4 and gamma = 5', 'beta = 7']),
    ['- alpha = 3', '- gamma = 5', '- beta = 7'],
    'a list is one fact for each name',
  )
  t.same(
    linesFor(['src/a.ts is used by src/b.ts', 'src/a.ts is tested by test/a.ts']).length,
    2,
    'a statement about a name is not its value',
  )
  t.end()
})

t.test('early values stay when later statements fill the section', (t) => {
  const noise = Array.from({ length: 400 }, (_, n) => `parse${n}() calls helper${n} again`)
  const lines = linesFor(['The key of the vault is 7731.', ...noise], {}, 300)
  t.equal(lines[0], '- key of the vault is 7731', 'its bare words, since not all fit')
  t.ok(lines.length > 10 && lines.length < 60, `${lines.length}`)
  const open = makeNode('n2', 'n1', { kind: 'todo', text: 'use parse17 in main' })
  const about = linesFor(noise, { plan: [makeNode('n1', ''), open] }, 300)
  t.ok(about.includes('- parse17() calls helper17 again'), 'what the open step names')
  t.end()
})

t.test('the first failing output keeps its lines, notes their ids', (t) => {
  const row = (id: string, over: Partial<Evidence>): Evidence => ({
    id,
    taskId: 't',
    step: 1,
    kind: 'test_result',
    subject: 'npm test',
    summary: 's',
    facts: { command: 'npm test', passed: false, exitCode: 1 },
    payloadHash: id,
    payloadBytes: 1,
    ...over,
  })
  const evidence = [
    row('e4', { step: 9 }),
    row('e3', { kind: 'decision', subject: 'topic', summary: 'keep it', facts: {}, step: 3 }),
    row('e2', {}),
  ]
  const outputs: Record<string, string> = {
    e2: 'ok 1 - starts\nnot ok 2 - adds\n  expected: 12\n  actual: 7\n    at node:internal/x:1\nseed = 5531',
    e4: 'not ok 1 - another',
  }
  t.same(linesFor([], { evidence, payload: ({ id }) => outputs[id] ?? '' }), [
    'decision: e3 topic: keep it',
    'first failure of npm test (e2):',
    '  not ok 2 - adds',
    '  expected: 12',
    '  actual: 7',
    '  seed = 5531',
  ])
  t.end()
})

t.test('a list of names is a value; prose with commas is none', (t) => {
  t.same(linesFor(['The order is hamlet, falcon, walnut.']), [
    '- The order is hamlet, falcon, walnut',
  ])
  t.same(linesFor(['steps: build, test and pack, publish']), [
    '- steps: build, test and pack, publish',
  ])
  t.same(linesFor(['The order is a, b, c.', 'The order is c, b, a.']), ['- The order is c, b, a'])
  for (const said of [
    'The test is red, and that is because the loop that we saw ends too early, so it fails here.',
    'Let me look at this, then at that, then there.',
    'This is fine.',
  ])
    t.same(linesFor([said]), [], said)
  t.end()
})
