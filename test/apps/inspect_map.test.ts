import t from 'tap'
import { jsonLines, openProgram } from '../kit/program.js'

const FILES = {
  'src/price.mjs': 'export function totalPrice(prices) {\n  return prices.length\n}\n',
  'src/other.mjs': 'export function greet(name) {\n  return name\n}\n',
}

t.test('inspect map ranks the files of a folder; -v shows why', async (t) => {
  const { run } = openProgram(t, FILES)
  const input = `${JSON.stringify({ task: 'totalPrice is wrong' })}\n{"task":1}\n`
  const plain = jsonLines((await run(['inspect', 'map'], { input })).stdout)
  t.match(plain, [
    {
      files: [{ path: 'src/price.mjs', definitions: [/^1: export function totalPrice/] }],
      total: 2,
    },
    { error: /A question is/ },
  ])
  t.notMatch(JSON.stringify(plain), 'places')
  t.match((await run(['inspect', 'map', '-v'], { input })).stdout, /"places":/)
})

t.test('inspect context shows the sections of a first prompt, with the map', async (t) => {
  const { run } = openProgram(t, FILES)
  const input = JSON.stringify({ task: 'totalPrice is wrong' })
  const env = { AIRCODER_ABLATE: '' }
  const [answer] = jsonLines((await run(['inspect', 'context'], { input, env })).stdout)
  t.match(answer, { sections: Array, tokens: Number })
  t.match(JSON.stringify(answer), /"name":"map".*src\/price\.mjs.*export function totalPrice/)
})

t.test('inspect context shows the rules of the folder that hold for the task', async (t) => {
  const { run } = openProgram(t, FILES)
  const rule = 'Always round the total price with roundPrice.'
  t.equal((await run(['memory', 'save', rule])).code, 0)
  const input = JSON.stringify({ task: 'change the total price in src/price.mjs' })
  const [answer] = jsonLines((await run(['inspect', 'context'], { input })).stdout)
  t.match(JSON.stringify(answer), rule)
  const [request] = jsonLines((await run(['inspect', 'prompt'], { input })).stdout)
  t.match(JSON.stringify(request), rule, 'and so does inspect prompt')
  t.match(await run(['inspect', 'prompt'], { input: '\n' }), { code: 2, stderr: /was empty/ })
})

t.test('two processes with different hash seeds write the same first prompt', async (t) => {
  const { start } = openProgram(t, FILES)
  const input = JSON.stringify({ task: 'totalPrice is wrong in src/price.mjs' })
  const env = { AIRCODER_ABLATE: '' }
  const seeds = ['1', '4242'].map((seed) =>
    start(['inspect', 'prompt'], { input, env, node: [`--hash-seed=${seed}`] }),
  )
  const [one, two] = await Promise.all(seeds.map(({ ended }) => ended))
  t.match(one?.stdout, /export function totalPrice/)
  t.equal(one?.stdout, two?.stdout)
})
