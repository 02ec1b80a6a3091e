import t from 'tap'
import type { Usage } from '#core'
import { createScriptModel, type Model } from '#model'
import { act, openLoop, type Ran, say } from '../kit/loop.js'

const FILES = { 'a.txt': 'one\n', 'b.txt': 'one\n' }

function patch(path: string, from: string, to: string): [string, Record<string, unknown>] {
  return ['patch_file', { path, old_str: from, new_str: to }]
}
const results = ({ events }: Ran) =>
  events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []))
const notes = ({ events }: Ran) =>
  events.flatMap((event) => (event.type === 'note' ? [event.text] : []))

t.test('row 121: an edit waits for a step of the plan that reads, also after a kill', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      say('1. Read b.txt\n2. Change a.txt', ['read_file', { path: 'a.txt' }]),
      act(patch('a.txt', 'one', 'two'), patch('a.txt', 'one', 'three')),
      say('Step 1 is done.', patch('a.txt', 'one', 'two')),
      say('a.txt says two.'),
    ],
  })
  const taskId = loop.add('Change a.txt as b.txt says.')
  const first = await loop.run(taskId, {}, (event) => event.type === 'step' && event.number === 2)
  t.match(results(first).slice(1), [/^Not run: step 1 of the plan only reads/, /^Not run: step 1/])
  loop.reopen()
  const second = await loop.run(taskId)
  t.equal(loop.read('a.txt'), 'two\n')
  t.notMatch(results(second).join('\n'), /Not run/)
  const tools = loop.requests.map((request) => JSON.stringify(request.tools))
  t.equal(new Set(tools).size, 1, 'the list of tools stays')
})

t.test('row 134: a path of the plan that is not there is said once', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      say('1. Read lib/gone.txt\n2. Change a.txt', ['read_file', { path: 'a.txt' }]),
      act(['read_file', { path: 'b.txt' }]),
      act(patch('a.txt', 'one', 'One')),
      say('a.txt says what b.txt says.'),
      say('a.txt says what b.txt says.'),
    ],
  })
  const ran = await loop.run(loop.add('Change a.txt so that it says what b.txt says.'))
  const said = notes(ran).filter((text) => text.includes('lib/gone.txt'))
  t.match(said, [/The plan names a path that does not exist: lib\/gone\.txt/])
})

/** The same model, with the token counts of a server. */
function counting(model: Model, usage: Usage): Model {
  return {
    async *ask(request, options) {
      return { ...(yield* model.ask(request, options)), usage }
    },
  }
}

t.test('row 30: a task ends at its limit of tokens, after one warning', async (t) => {
  const usage = { promptTokens: 900, completionTokens: 100, reusedPrefixTokens: 500 }
  const read = (path: string) => act(['read_file', { path }])
  const loop = openLoop(t, {
    files: { ...FILES, 'c.txt': 'c\n', 'd.txt': 'd\n' },
    model: counting(createScriptModel(['a.txt', 'b.txt', 'c.txt', 'd.txt'].map(read)), usage),
  })
  const taskId = loop.add('What is in the files?')
  const over = { taskTokens: 1_500 }
  await loop.run(taskId, over, (event) => event.type === 'step' && event.number === 1)
  loop.reopen()
  const ran = await loop.run(taskId, over)
  t.equal(notes(ran).filter((text) => /Most of the tokens/.test(text)).length, 1)
  t.equal(loop.requests.length, 3, 'three requests took 1,500 tokens')
  t.match(ran.result, { subtype: 'limit', text: /limit of 1,500 tokens for a task/ })
})

t.test('row 65: a tool that works better here is named, from the rows of sessions', async (t) => {
  const write = (n: number): [string, Record<string, unknown>] => [
    'write_file',
    { path: `new${n}.txt`, content: `${n}\n` },
  ]
  const wrong = (n: number) => act(patch('a.txt', `no such text ${n}`, 'x'))
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      act(...Array.from({ length: 6 }, (_, at) => write(at))),
      act(patch('a.txt', 'zzz 1', 'x'), patch('a.txt', 'zzz 2', 'x')),
      say('The files are written.'),
      say('Nothing else changed.'),
      say('Nothing else changed.'),
      say('Nothing else changed.'),
    ],
  })
  await loop.run(loop.add('Change the files and write new ones.'), { readBeforeEdit: 'off' })
  const next = [act(['read_file', { path: 'a.txt' }]), wrong(1), wrong(2), wrong(3), say('Stuck.')]
  const ran = await loop.run(loop.add('Change a.txt to two.'), {
    model: createScriptModel(next),
    maxSteps: 4,
  })
  t.match(notes(ran).join('\n'), /failed 3 times .*Here write_file worked in 6 of 6 calls/)
  const counts = loop.ledger().toolCounts(50)
  t.match(
    counts.find(({ tool, age }) => tool === 'write_file' && age === 1),
    { good: 6, failed: 0, task: 'Change the files and write new ones.' },
  )
})
