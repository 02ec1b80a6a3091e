import t, { type Test } from 'tap'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = { 'server.js': 'const port = 8000\nlisten(port)\n' }
const read = act(['read_file', { path: 'server.js' }])

async function endIn(test: Test, text: string, first = [read]) {
  const replies = [...first, ...Array.from({ length: 7 }, () => say(text))]
  const loop = openLoop(test, { files: FILES, replies })
  const title = 'Make the port configurable'
  const sessionId = loop
    .ledger()
    .createSession({ cwd: loop.root, model: 'script', mode: 'plan', title })
  const { result } = await loop.run(loop.add(title, sessionId), { mode: () => 'plan' })
  return result
}

t.test('the new values of a plan are proposals, not claims', async (t) => {
  for (const text of [
    '1. Change `const port = 8000` in server.js to `Number(process.env.PORT ?? 8080)`.\n2. Add config.js with `DEFAULT_PORT` and `MAX_RETRIES = 5`.\n3. Run `npm test`.',
    'I would read the port from `process.env.PORT` in server.js, with 8080 as the default.',
    '## Plan\n- **Update** server.js so that `portOf(env)` gives the port.\n- Create test/port.test.js with 3 tests.\n```js\nexport const portOf = (env) => Number(env.PORT ?? 8080)\n```',
    'Plan:\n1. Ändere `port` in server.js zu `process.env.PORT`.\n2. Füge config.js mit `DEFAULT_PORT = 8080` hinzu.',
  ]) {
    const result = await endIn(t, text)
    t.match(result, { subtype: 'resolved', proven: true, reason: '' }, text)
    t.equal(result?.text, text)
  }
})

t.test('what a plan says of the present still has to be read', async (t) => {
  for (const [text, first] of [
    ['server.js listens on port 9999 today. I would read it from `process.env.PORT`.', [read]],
    ['1. Change `port` in server.js to `process.env.PORT`.', []],
    ['I changed server.js: it reads `process.env.PORT` now.', [read]],
  ] as const)
    t.match(await endIn(t, text, [...first]), { proven: false, reason: /./ }, text)
})
