import t, { type Test } from 'tap'
import { endOf, type RecordedReply, type TaskResult } from '#core'
import { createScriptModel } from '#model'
import { act, openLoop, say } from '../kit/loop.js'

type Call = [string, Record<string, unknown>]
type Shape = (at: number) => RecordedReply

const FILES = {
  'a.txt': 'one\ntwo\nthree\nfour\n',
  'b.txt': 'x\ny\n',
  'c.txt': 'c\n',
  'src/d.js': 'exports.d = 1\n',
  'check.sh': 'grep -q never a.txt\n',
}
const command = (text: string): Call => ['run_command', { command: text }]
const read = (path: string, more = {}): Call => ['read_file', { path, ...more }]
const patch = (path: string, old: string, now: string): Call => [
  'patch_file',
  { path, old_str: old, new_str: now },
]
const always =
  (...calls: Call[]): Shape =>
  () =>
    act(...calls)
const round =
  (...calls: Call[]): Shape =>
  (at) =>
    act(calls[at % calls.length] ?? command('true'))
const LOOKS: Call[] = [
  read('a.txt'),
  ['list_dir', { path: '.' }],
  ['grep', { pattern: 'two' }],
  read('b.txt'),
  ['glob', { pattern: '*.txt' }],
  read('c.txt'),
]

const WARNING = /\d+ times|in a row|again and again|Nothing was done|did not change/

/** Ways of a model to go in circles, and the step at which each has ended at the latest. */
const SHAPES: Record<string, { shape: Shape; most: number }> = {
  'the same failing command': { shape: always(command('false')), most: 8 },
  'a failing command in other spaces': {
    shape: (at) => act(command(`sh${' '.repeat(1 + (at % 4))}check.sh`)),
    most: 8,
  },
  'a failing command with a comment that counts': {
    shape: (at) => act(command(`sh check.sh # try ${at}`)),
    most: 8,
  },
  'a failing command that echoes a count': {
    shape: (at) => act(command(`echo ${at}; sh check.sh`)),
    most: 8,
  },
  'a failing command with a number that counts': {
    shape: (at) => act(command(`sh check.sh ${at}`)),
    most: 8,
  },
  'lines behind the end of a file': {
    shape: (at) => act(command(`sed -n '${100 + at * 10},${109 + at * 10}p' a.txt`)),
    most: 8,
  },
  'a cycle of two': { shape: round(...LOOKS.slice(0, 2)), most: 24 },
  'a cycle of three': { shape: round(...LOOKS.slice(0, 3)), most: 24 },
  'a cycle of four': { shape: round(...LOOKS.slice(0, 4)), most: 32 },
  'a cycle of five': { shape: round(...LOOKS.slice(0, 5)), most: 40 },
  'a cycle of six': { shape: round(...LOOKS), most: 48 },
  'a file again and again': { shape: always(read('a.txt')), most: 8 },
  'a file in other ranges': {
    shape: (at) => act(read('a.txt', { start_line: 1 + (at % 3), end_line: 3 + (at % 2) })),
    most: 12,
  },
  'a refused resolve': {
    shape: always(['resolve', { cites: ['e99'], summary: 'all is well' }]),
    most: 8,
  },
  'a refused resolve in other words': {
    shape: (at) => act(['resolve', { cites: [`e${90 + at}`], summary: `all is well, ${at}` }]),
    most: 8,
  },
  'only plans': {
    shape: (at) => act(['todo_write', { items: [`[ ] look at it ${at}`, '[ ] fix it'] }]),
    most: 8,
  },
  'sub-questions that open others': {
    shape: (at) => act(['spawn_child', { hypothesis: `the cause is ${at}` }]),
    most: 10,
  },
  'an edit there and back, with a check that fails in the same way': {
    shape: (at) =>
      act(
        at % 2 ? patch('a.txt', '2wo', 'two') : patch('a.txt', 'two', '2wo'),
        command('sh check.sh'),
      ),
    most: 20,
  },
  'two tools with the same error': {
    shape: (at) =>
      act(
        at % 2
          ? patch('a.txt', 'nowhere', 'x')
          : ['multi_edit', { edits: [{ path: 'a.txt', old_str: 'nowhere', new_str: 'x' }] }],
      ),
    most: 24,
  },
  'a patch that never fits, each time another': {
    shape: (at) => act(patch('a.txt', `nowhere ${at}`, 'x')),
    most: 8,
  },
  'searches that find nothing': {
    shape: (at) => act(['grep', { pattern: `nowhere_${at}` }]),
    most: 17,
  },
  'a failing command with other options': {
    shape: (at) => act(command(`sh -${'eufa'[at % 4]} check.sh`)),
    most: 8,
  },
  'a command that only prints its words': {
    shape: (at) => act(command(`echo "next I will look at ${at}"`)),
    most: 8,
  },
  'a file shown by a command': { shape: always(command('cat a.txt')), most: 8 },
  'a patch that never fits, with readings between': {
    shape: (at) => act(at % 2 ? read('a.txt') : patch('a.txt', `nowhere ${at}`, 'x')),
    most: 16,
  },
  'a file written as it is': {
    shape: always(['write_file', { path: 'c.txt', content: 'c\n' }]),
    most: 16,
  },
  'a tool that is not there': { shape: always(['compile', { path: 'a.txt' }]), most: 10 },
  'a call without its value': { shape: always(['read_file', {}]), most: 10 },
  'files that are not there': { shape: (at) => act(read(`missing${at}.txt`)), most: 16 },
  'a reading beside the failing call': {
    shape: always(read('b.txt'), command('sh check.sh')),
    most: 10,
  },
  'an announcement without a call': { shape: () => say('I will fix it now.'), most: 8 },
}

const MOST_REPLIES = 60

function open(t: Test, shape: Shape) {
  const replies = Array.from({ length: MOST_REPLIES }, (_, at) => shape(at))
  const loop = openLoop(t, { files: FILES, replies })
  return { loop, replies, taskId: loop.add('Fix the build') }
}

t.test(
  'every shape of a loop is reported to the model, and ends with what was tried',
  async (t) => {
    for (const [name, { shape, most }] of Object.entries(SHAPES)) {
      const { loop, taskId } = open(t, shape)
      const { result } = await loop.run(taskId)
      if (result === null) throw new Error(name)
      t.ok(result.steps <= most, `${name}: ${result.steps} steps`)
      t.equal(endOf(result).exit, 1, name)
      const warned = loop.requests.findIndex(({ messages }) =>
        WARNING.test(String(messages.at(-1)?.content)),
      )
      t.ok(warned > 0 && warned < most, `${name}: warned before step ${warned + 1}`)
    }
  },
)

t.test('a kill after each step changes no count', async (t) => {
  for (const [name, steps] of [
    ['a refused resolve in other words', 8],
    ['only plans', 8],
    ['a failing command with other options', 8],
  ] as const) {
    const { shape } = SHAPES[name] ?? { shape: always(command('false')) }
    const { loop, replies, taskId } = open(t, shape)
    let result: TaskResult | null = null
    for (let at = 0; result === null && at < replies.length; at++) {
      const over = { ledger: loop.reopen(), model: createScriptModel(replies.slice(at)) }
      result = (await loop.run(taskId, over, (event) => event.type === 'step')).result
    }
    t.match(result, { subtype: 'stalled', steps }, name)
  }
})

t.test('an end after refusals names the permission, with its own exit code', async (t) => {
  const shapes: Shape[] = [
    always(command('touch made.txt')),
    (at) => act(command(`touch made${at}.txt`)),
    (at) => act(at % 2 ? command(`touch made${at}.txt`) : patch('a.txt', 'one', `${at}`)),
  ]
  for (const shape of shapes) {
    const { loop, taskId } = open(t, shape)
    const { result } = await loop.run(taskId, { mode: () => 'default', maxSteps: 40 })
    if (result === null) throw new Error('no result')
    t.match(endOf(result), { exit: 3 }, result.text)
    t.ok(result.steps < 40, `${result.steps} steps`)
  }
})
