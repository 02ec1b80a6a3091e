import t, { type Test } from 'tap'
import { endOf } from '#core'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = {
  'calc.mjs': 'export const add = (a, b) => a - b\nexport const mul = (a, b) => a * b\n',
  'calc.test.mjs': [
    "import test from 'node:test'",
    "import assert from 'node:assert'",
    "import * as calc from './calc.mjs'",
    "test('add adds', () => assert.equal(calc.add(2, 1), 3))",
    "test('mul multiplies', () => assert.equal(calc.mul(2, 3), 6))",
    '',
  ].join('\n'),
}
const testCommand = 'node --test'
const run = act(['run_command', { command: testCommand }])
const insert = (new_str: string) =>
  act(['patch_file', { path: 'calc.mjs', old_str: FILES['calc.mjs'], new_str }])
const read = act(['read_file', { path: 'calc.mjs' }])
const SUB = insert(`${FILES['calc.mjs']}export const sub = (a, b) => a - b\n`)
const BROKEN = insert(
  `${FILES['calc.mjs'].replace('a * b', 'a / b')}export const sub = (a, b) => a - b\n`,
)
const END = 'I added sub() to calc.mjs.'
const ends = (text: string) => Array.from({ length: 9 }, () => say(text))
const resolves = (text: string) =>
  Array.from({ length: 9 }, () => act(['resolve', { cites: ['e3', 'e4'], summary: text }]))

async function runTask(test: Test, ask: string, replies: ReturnType<typeof say>[]) {
  const loop = openLoop(test, { files: FILES, replies })
  const { result, events } = await loop.run(loop.add(ask), { testCommand })
  if (result === null) throw new Error('no result')
  return {
    ...result,
    notes: events.flatMap((e) => (e.type === 'note' ? [e.text] : [])),
    ...endOf(result),
  }
}

t.test('tests that failed before the task make an end unproven, not failed', async (t) => {
  for (const ask of ['Add a function sub to calc.mjs', 'Füge in calc.mjs eine Funktion sub hinzu'])
    for (const end of [ends(END), resolves(END), ends(`${END} The test of add still fails.`)]) {
      const result = await runTask(t, ask, [run, read, SUB, run, ...end])
      t.match(
        result,
        {
          subtype: 'resolved',
          proven: false,
          exit: 0,
          reason: /^1 test failed before this task too.*add adds/,
        },
        `${ask}: ${result.text}`,
      )
      t.notMatch(result.text, /not done/)
      t.ok(result.steps <= 6, `${result.steps} steps`)
    }
})

t.test(
  'it stays failed where another test fails, where the task was to repair it, or where a pass is claimed',
  async (t) => {
    const table: [string, ReturnType<typeof say>, string][] = [
      ['Add a function sub to calc.mjs', BROKEN, END],
      ['Fix the failing test', SUB, END],
      ['Make the tests pass', SUB, END],
      ['Fix the bug', SUB, END],
      ['Fix add() and write sub', SUB, END],
      ['Korrigiere die Funktion add', SUB, END],
      ['Add a function sub to calc.mjs', SUB, `${END} All tests pass.`],
    ]
    for (const [ask, edit, text] of table) {
      const result = await runTask(t, ask, [run, read, edit, run, ...ends(text)])
      t.match(result, { subtype: 'failed', proven: false, text: /the tests fail/ }, ask)
    }
    const none = await runTask(t, 'Add a function sub to calc.mjs', [read, SUB, run, ...ends(END)])
    t.match(none, { subtype: 'failed' }, 'no run is older than the first edit')
  },
)

t.test('a run of an earlier task of the session is older than the first edit', async (t) => {
  const replies = [run, say('One test fails: add adds.'), read, SUB, run, ...ends(END)]
  const loop = openLoop(t, { files: FILES, replies })
  const first = loop.add('run the tests')
  const { result: before } = await loop.run(first, { testCommand })
  const { result } = await loop.run(loop.add('Add a function sub to calc.mjs', before?.sessionId), {
    testCommand,
  })
  t.match(result, { subtype: 'resolved', reason: /^1 test failed before this task too/ })
})
