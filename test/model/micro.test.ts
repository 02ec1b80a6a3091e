import t from 'tap'
import { LIMITS } from '#core'
import { type Feature, loadFeatures, type Model, openSide } from '#model'
import { createFakeClock, settle } from '../kit/fake_clock.js'
import { chunk, DONE, errorAct, startEndpoint, stream, webPage } from '../kit/fake_endpoint.js'
import { at, memoryStore, sideAt } from '../kit/side.js'

const OUTPUT = 'compiling\nTypeError: x is not a function\n    at a.js:3\nnpm ERR! failed'
/** One input for each, and an answer that fits it. */
const CASES: Record<string, { input: Record<string, unknown>; answer: Record<string, unknown> }> = {
  check_own_edit: {
    input: { task: 'add a flag', diff: '--- a/a.js\n+++ b/a.js\n+x' },
    answer: { missing: 'The flag is not read.' },
  },
  clarify: { input: { task: 'sort the list' }, answer: { question: 'By which key?' } },
  commit_message: {
    input: { diff: '--- a/lib/a.js\n+++ b/lib/a.js\n@@\n-x\n+y\n' },
    answer: { subject: 'fix: say y instead of x' },
  },
  consolidate: {
    input: { messages: 'User: the port is 8851, remember' },
    answer: { notes: ['The server listens on 8851.'] },
  },
  explain_failure: {
    input: { command: 'npm test', output: OUTPUT },
    answer: { cause: 'x is no function in a.js, line 3' },
  },
  extract_plan: {
    input: { task: 'read the file and then fix it' },
    answer: { steps: ['read the file', 'fix it'] },
  },
  find_cause: {
    input: { diff: '+x', output: OUTPUT, angle: 'place' },
    answer: { cause: 'x is no function', next: 'define x in a.js' },
  },
  merge_edit: {
    input: { region: 'a = 1\nb = 2', old_str: 'b = 3', new_str: 'b = 4' },
    answer: { merged: 'a = 1\nb = 4' },
  },
  repair_call: {
    input: { said: 'read_file {path: "a"', error: 'not JSON', schema: '{}' },
    answer: { name: 'read_file', arguments: { path: 'a' } },
  },
  review_edit: {
    input: { task: 'add a flag', diff: '--- a/a.js\n+++ b/a.js\n+x' },
    answer: { issues: ['Line 1: x is used before it is defined in this module.'], confidence: 0.9 },
  },
  summarise_file: {
    input: { path: 'a.ts', text: 'export function go() {\n  return 1\n}\nconst x = 1\n' },
    answer: { summary: 'go() gives 1' },
  },
}

const answering = (value: unknown) =>
  startEndpoint(() => stream(chunk({ content: JSON.stringify(value) }), chunk({}, 'stop'), DONE))

t.test(
  'each side question keeps its bounds, and answers without a model in its own shape',
  async (t) => {
    const features = await loadFeatures()
    t.same(
      features.map(({ name }) => name),
      Object.keys(CASES),
    )
    for (const { name, input, answer, lifeMs, maxTokens, fallback, prompt } of features) {
      const given = CASES[name]?.input ?? {}
      t.ok(input.safeParse(given).success, `${name} takes its input`)
      t.ok(answer.safeParse(fallback(given)).success, `${name} answers without a model`)
      t.same(fallback(given), fallback(given), `${name} answers the same each time`)
      t.ok(maxTokens > 0 && maxTokens <= LIMITS.microTokens && lifeMs > 0, name)
      const long = Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, String(value).repeat(5_000)]),
      )
      const { user } = prompt(long)
      t.ok(user.length <= LIMITS.microInputChars + 2_000, `${name}: ${user.length} characters`)
    }
  },
)

t.test('row 295: a failing endpoint gives the fallback and never an exception', async (t) => {
  const ends = {
    'refuses the token': errorAct(401, { message: 'no' }),
    'is overloaded': errorAct(503, { message: 'busy' }),
    'is a web page': webPage(),
    'dies in the middle': { body: [chunk({ content: '{"cau' })], end: 'die' as const },
    'hangs in the middle': { body: [chunk({ content: '{"cau' })], end: 'hang' as const },
    'says nothing at all': { end: 'silent' as const },
    'talks nonsense': stream(chunk({ content: 'I think it is fine.' }), chunk({}, 'stop'), DONE),
    'answers in another shape': stream(chunk({ content: '{"cause": 3}' }), chunk({}, 'stop'), DONE),
    'is cut by the limit': stream(chunk({ content: '{"cause": "x"}' }), chunk({}, 'length'), DONE),
    'calls a tool': stream(
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'x', arguments: '{}' } }] }),
      chunk({}, 'tool_calls'),
      DONE,
    ),
  }
  const { input } = CASES.explain_failure ?? { input: {} }
  for (const [what, act] of Object.entries(ends)) {
    const endpoint = await startEndpoint(() => act)
    t.teardown(() => endpoint.close())
    const side = await sideAt(endpoint.baseUrl, ['explain_failure'], { limitMs: 250 })
    const answer = await side.ask('explain_failure', input, at())
    t.same(answer.value, { cause: 'TypeError: x is not a function' }, what)
    t.equal(answer.source, 'fallback')
    t.not(answer.reason, '', `${what}: ${answer.reason}`)
    t.ok(endpoint.asks.length <= 1, 'one try')
    await endpoint.idle()
  }
  const gone = await startEndpoint(() => webPage(), { vanishes: true })
  await gone.close()
  const side = await sideAt(gone.baseUrl, ['explain_failure'])
  t.match(await side.ask('explain_failure', input, at()), { source: 'fallback' }, 'is not there')
})

t.test(
  'a model that ignores the signal is given up at the limit; an abort ends it immediately',
  async (t) => {
    const clock = createFakeClock()
    const deaf: Model = {
      async *ask() {
        yield { type: 'waiting', text: 'queued' }
        return await new Promise(() => {})
      },
    }
    const more = { model: deaf, modelName: 'm', store: memoryStore(), clock }
    const side = await openSide({ on: ['clarify'], ...more })
    const asked = side.ask('clarify', { task: 'sort the list' }, at())
    await clock.pass(LIMITS.microMs - 1)
    t.equal(await Promise.race([asked, settle()]), undefined, 'not before')
    await clock.pass(1)
    t.match(await asked, { source: 'fallback', reason: 'no answer in 20 s', tookMs: 20_000 })

    const stop = new AbortController()
    const second = side.ask('clarify', { task: 'sort the list' }, at(stop.signal))
    stop.abort()
    await settle()
    t.match(await second, { source: 'fallback', reason: 'interrupted' })
    t.match(await side.ask('clarify', { task: 'sort it' }, at(stop.signal)), { source: 'fallback' })
  },
)

t.test(
  'an answer serves again for the same feature, model and question, in any order of keys',
  async (t) => {
    const endpoint = await answering({ cause: 'because' })
    t.teardown(() => endpoint.close())
    const store = memoryStore()
    const side = await sideAt(endpoint.baseUrl, ['explain_failure'], { store })
    await side.ask('explain_failure', { command: 'a', output: 'b' }, at())
    await side.ask('explain_failure', { output: 'b', command: 'a' }, at())
    t.equal(endpoint.asks.length, 1)
    await side.ask('explain_failure', { output: 'a', command: 'b' }, at())
    t.equal(endpoint.asks.length, 2)
    for (const key of store.kept.keys()) store.kept.set(key, 'damaged')
    await side.ask('explain_failure', { command: 'a', output: 'b' }, at())
    t.equal(endpoint.asks.length, 3, 'an unreadable answer is asked again')
  },
)

t.test('a feature that is off throws', async (t) => {
  const side = await sideAt('http://127.0.0.1:1/v1', ['clarify'])
  t.notOk(side.has('explain_failure'))
  await t.rejects(side.ask('explain_failure', { command: '', output: '' }, at()), TypeError)
  await t.rejects(side.ask('clarify', { tusk: 'x' }, at()), TypeError)
})

async function feature(name: string): Promise<Feature> {
  const found = (await loadFeatures()).find((each) => each.name === name)
  if (found === undefined) throw new Error(name)
  return found
}

t.test('row 69: vague tasks are recognised without a model', async (t) => {
  const { known } = await feature('clarify')
  const asks = (task: string) => known?.({ task }) !== null
  for (const vague of [
    'fix it',
    'Fix this please',
    'make it better',
    'please just clean up everything',
    'fix the bug',
    'improve the code!',
  ])
    t.ok(asks(vague), vague)
  for (const plain of [
    'fix the bug in a.ts',
    'rename x to y',
    'fix it in server.js',
    'yes',
    'why does it fail?',
    'make the login work with spaces',
  ])
    t.notOk(asks(plain), plain)
})

t.test('answers that cannot be correct for their input are rejected', async (t) => {
  const merge = await feature('merge_edit')
  const input = { region: 'a = 1\nb = 2', old_str: 'b = 3', new_str: 'b = 4' }
  t.ok(merge.accepts?.({ merged: 'a = 1\nb = 4' }, input))
  t.notOk(merge.accepts?.({ merged: 'a = 1\nb = 5' }, input), 'an invented line')
  t.notOk(merge.accepts?.({ merged: input.region }, input), 'nothing was changed')
  t.notOk(
    merge.accepts?.({ merged: 'b = 4' }, { ...input, region: 'x\n'.repeat(1_000) }),
    'too long',
  )
  const commit = await feature('commit_message')
  t.notOk(commit.accepts?.({ subject: `fix: ${'x'.repeat(80)}` }, {}), 'too long a subject')
  t.notOk(commit.accepts?.({ subject: 'Say y' }, {}), 'no conventional prefix')
  t.same(commit.fallback({ diff: '+++ b/a.ts\n+++ b/c.ts\n+++ /dev/null\n' }), {
    subject: 'chore: change a.ts and 1 more',
  })
  const clarify = await feature('clarify')
  t.notOk(clarify.accepts?.({ question: 'No idea.' }, { task: 'sort' }), 'no question')
  t.notOk(
    clarify.accepts?.({ question: 'Which?' }, { task: 'x'.repeat(81) }),
    'row 69: 80 characters',
  )
})

t.test('row 86: without a model an outline has the lines with declarations', async (t) => {
  const { fallback } = await feature('summarise_file')
  const text = `${'x\n'.repeat(10)}export async function go() {\nclass A {\n  pub fn not_it\ndef run():\n`
  t.same(fallback({ path: 'a', text }), {
    summary: '11: export async function go() {\n12: class A {\n14: def run():',
  })
})
