import t from 'tap'
import { endOf } from '#core'
import { act, type Drive, openLoop, say } from '../kit/loop.js'

const FILES = {
  'value.txt': 'one\n',
  'other.js': 'export const other = 1\n',
  'check.sh': 'grep -q two notes.txt\n',
}
const edit = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }])
const write = act(['write_file', { path: 'notes.txt', content: 'two\n' }])
const run = act(['run_command', { command: 'sh check.sh' }])
const ask = 'Change value.txt to two and write notes.txt.'
const CLAIM = 'I changed value.txt and wrote notes.txt.'
const HONEST = 'I wrote notes.txt. value.txt is not changed: the permission was denied.'
const REFUSED = /value\.txt.*patch_file: value\.txt is protected by the deny rule/
const testCommand = 'sh check.sh'

t.test('a refused write is named at the end, whatever else was written after it', async (t) => {
  for (const [name, calls] of [
    ['no test ran', [edit, write]],
    ['the tests pass', [edit, write, run]],
    ['the refusal is the last call', [write, run, edit]],
  ] as const)
    for (const text of [CLAIM, HONEST]) {
      const replies = [...calls, ...Array.from({ length: 8 }, () => say(text))]
      const loop = openLoop(t, { files: FILES, replies, deny: ['value.txt'] })
      const { result } = await loop.run(loop.add(ask), { testCommand: 'sh check.sh' })
      t.match(result, { proven: false, reason: REFUSED }, `${name}: ${text}`)
      t.match(result?.changes, [{ path: 'notes.txt' }])
      t.equal(result && endOf(result).exit, 3, `${name}: ${text}: ${result?.text}`)
    }
})

t.test('a refused write that was made later, or that nobody asked for, is forgotten', async (t) => {
  const elsewhere = act(['write_file', { path: 'secret.txt', content: 'two\n' }])
  const replies = [elsewhere, write, run, say('I wrote notes.txt.')]
  const loop = openLoop(t, { files: FILES, replies, deny: ['secret.txt'] })
  const { result } = await loop.run(loop.add('Write notes.txt with two.'), { testCommand })
  t.match(result, { proven: true }, String(result?.reason))
})

t.test('an end after a change whose tests were denied names the denied tests', async (t) => {
  for (const command of ['sh check.sh', 'sh check.sh 2>&1 | tail -5']) {
    const denied = act(['run_command', { command }])
    const end = say('I wrote notes.txt.')
    const replies = [write, denied, ...Array.from({ length: 8 }, () => end)]
    const over: Drive = { mode: () => 'acceptEdits', testCommand: 'sh check.sh' }
    const loop = openLoop(t, { files: FILES, replies })
    const { result, events } = await loop.run(loop.add('Write notes.txt with two.'), over)
    const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
    t.match(result, { proven: false, reason: /sh check\.sh.* was denied/ })
    t.equal(result && endOf(result).exit, 3)
    t.notMatch(notes.join('\n'), /Call run_command with/, 'it is not sent to the gate again')
  }
})

t.test('the grade of a cut reply is that of the rows', async (t) => {
  const cut = { ...say('I wrote notes.txt and'), finish_reason: 'length' }
  const replies = [write, ...Array(9).fill(cut)]
  const loop = openLoop(t, { files: FILES, replies })
  const { result } = await loop.run(loop.add('Write notes.txt with two.'))
  t.match(result, { proven: false, reason: /output limit cut the reply/ })
  t.not(result?.grade, 'tests ran')
})

t.test('a resolve in a reply that was cut is no proof', async (t) => {
  const done = act(['resolve', { cites: ['e1', 'e2'], summary: 'I wrote notes.txt with two.' }])
  for (const [cut, reason] of [
    [{ ...done, finish_reason: 'length' }, /output limit cut the reply/],
  ] as const) {
    const replies = [write, run, ...Array(6).fill(cut)]
    const files = { ...FILES, 'check.sh': 'grep -q two notes.txt\n' }
    const loop = openLoop(t, { files, replies })
    const { result } = await loop.run(loop.add('Write notes.txt with two.'), { testCommand })
    t.match(result, { proven: false, reason, grade: 'tests ran' })
  }
})
