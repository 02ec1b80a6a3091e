import t from 'tap'
import { estimateTokens } from '#core'
import { map } from '../../libs/context/sections/map.js'

const files = Array.from({ length: 12 }, (_, file) => ({
  path: `src/part${file}.ts`,
  signatures: Array.from({ length: 4 }, (_, at) => ({
    line: at + 1,
    text: `export function part${file}${'abcd'[at]}(value: number): string`,
    value: 1 / (1 + file),
  })),
}))
const facts = (tokens: number) =>
  ({ map: { files, tokens, left: 0 }, evidence: [] }) as unknown as Parameters<typeof map.render>[0]

t.test('row 88: the map shows files and signatures by rank and keeps to its budget', (t) => {
  const whole = map.render(facts(5_000), 5_000)
  const found = [...whole.matchAll(/export function (\w+)/g)].map((match) => match[1])
  const names = files.flatMap(({ signatures }) =>
    signatures.map(({ text }) => /function (\w+)/.exec(text)?.[1]),
  )
  t.same(found, names, 'every exported name, in the order of rank')
  for (const budget of [40, 80, 200, 500]) {
    const text = map.render(facts(5_000), budget)
    t.ok(estimateTokens(text) <= budget, `${estimateTokens(text)} of ${budget}`)
    if (budget >= 80) t.match(text, 'src/part0.ts', 'the best file is kept')
  }
  t.equal(map.render(facts(5_000), 20), '', 'no room, no section')
  t.end()
})
