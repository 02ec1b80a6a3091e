import t from 'tap'
import { serveReplies } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { jsonLines, openProgram } from '../kit/program.js'

const FILES = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'add.js': 'export const add = (a, b) => a - b\n',
  'add.test.js':
    "import test from 'node:test'\nimport assert from 'node:assert'\nimport { add } from './add.js'\ntest('adds', () => assert.equal(add(2, 3), 5))\n",
}
const READ = act(['read_file', { path: 'add.js' }])
const EDIT = act(['patch_file', { path: 'add.js', old_str: 'a - b', new_str: 'a + b' }])
const DONE = say('I changed a - b to a + b in add.js.')
const ENTRY = 'run_command:npm test'
const FLAG = `--allow '${ENTRY}'`

t.test(
  'tests that may not run are named once to the model, and to the person with the flag',
  async (t) => {
    const replies = [READ, EDIT, ...Array.from({ length: 8 }, () => say('I fixed add.'))]
    const endpoint = await serveReplies(replies)
    t.teardown(() => endpoint.close())
    const box = openProgram(t, FILES)
    const at = ['--base-url', endpoint.baseUrl, '--permission-mode', 'acceptEdits']
    const ran = await box.run(['run', '--no-ask', 'fix the bug in add.js', ...at])
    t.equal(ran.code, 0, ran.stdout + ran.stderr)
    t.equal(endpoint.asks.length, 4, 'the end is said twice')
    const last = endpoint.asks.at(-1)?.body ?? ''
    t.equal(last.split('npm test is not allowed in this run').length, 2, last)
    t.notMatch(last, /Call run_command/)
    t.match(ran.stdout, /^unproven: I fixed add\.\n/)
    t.ok(
      ran.stderr.includes(`hint: Not run: \`npm test\`. Pass ${FLAG} to allow it.\n`),
      ran.stderr,
    )
    t.match(ran.stdout, /the tests did not run: npm test is not allowed in this run/)
    const allowed = await box.run(['run', 'fix the bug in add.js', ...at, '--allow', ENTRY])
    t.notMatch(allowed.stderr, /Not run/, 'nothing is named where the flag was given')
  },
)

t.test('a denied call of the model names its flag too, in the JSON result as well', async (t) => {
  const test = act(['run_command', { command: 'npm test' }])
  const endpoint = await serveReplies([READ, EDIT, test, say('add.js is fixed. It is not tested.')])
  t.teardown(() => endpoint.close())
  const box = openProgram(t, FILES)
  const at = ['--base-url', endpoint.baseUrl, '--output-format', 'json']
  const words = ['-p', 'change a - b to a + b in add.js', ...at]
  const ran = await box.run([...words, '--permission-mode', 'acceptEdits'])
  t.match(jsonLines(ran.stdout), [{ code: 'PERMISSION_DENIED', exit_code: 3 }], ran.stdout)
  t.ok(String(jsonLines(ran.stdout)[0]?.hint).includes(`npm test\`. Pass ${FLAG}, then resume.`))
})

t.test('the user does not want tests: nothing is denied', async (t) => {
  const endpoint = await serveReplies([READ, EDIT, DONE, DONE])
  t.teardown(() => endpoint.close())
  const box = openProgram(t, FILES)
  const at = ['--base-url', endpoint.baseUrl, '--permission-mode', 'acceptEdits']
  const task = 'change a - b to a + b in add.js, do not run the tests'
  const ran = await box.run(['-p', task, ...at])
  t.equal(ran.code, 0, ran.stdout + ran.stderr)
  t.notMatch(ran.stderr, /denied|--allow/)
})

t.test('a vague task does not send the model into tests that would be denied', async (t) => {
  const endpoint = await serveReplies(Array.from({ length: 40 }, () => say('What is wrong?')))
  t.teardown(() => endpoint.close())
  const box = openProgram(t, FILES)
  const at = ['--base-url', endpoint.baseUrl]
  const barred = /npm test is not allowed in this run\. Find the place with grep first/
  const asks = async (...words: string[]) => {
    const before = endpoint.asks.length
    await box.run([...words, ...at])
    return endpoint.asks[before]?.body ?? ''
  }
  const noAsk = ['run', '--no-ask', 'fix it', '--permission-mode', 'acceptEdits']
  t.match(await asks(...noAsk), barred)
  t.notMatch(await asks(...noAsk), /Run the tests first/)
  t.match(await asks('-p', 'fix the bug'), barred)
  t.match(await asks('-p', 'fix the bug', '-c'), barred, 'in a later task of the session too')
  t.match(await asks(...noAsk, '--allow', ENTRY), /Run the tests first, and read what fails/)
  t.match(await asks('-p', 'fix it', '--permission-mode', 'yolo'), /Run the tests first/)
})
