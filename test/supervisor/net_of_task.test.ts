import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openWorkspace } from '#workspace'
import { storyOf } from '../../apps/cli/output/story.js'
import { act, openLoop, say } from '../kit/loop.js'

const edit = (from: string, to: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path: 'value.txt', old_str: from, new_str: to },
]

async function changed(t: Test, ...calls: [string, Record<string, unknown>][]) {
  const loop = openLoop(t, {
    files: { 'value.txt': 'one\n', 'other.txt': 'x\n' },
    replies: [...calls.map((call) => act(call)), ...Array(6).fill(say('value.txt is written.'))],
  })
  const task = loop.add('change value.txt')
  const workspace = openWorkspace({ root: loop.root, deny: [], env: process.env })
  const snapshots = workspace.openSnapshots(join(loop.root, '..', 'data', 'snapshots'))
  const { result } = await loop.run(task, { workspace, snapshots })
  return { result, story: storyOf(loop.ledger(), task).find((line) => /^changed/.test(line)) }
}

t.test('the result counts the difference between start and end, not each edit', async (t) => {
  const twice = await changed(t, edit('one', 'two'), edit('two', 'three'), edit('three', 'four'))
  t.same(twice.result?.changes, [{ path: 'value.txt', added: 1, removed: 1 }])
  t.notOk(twice.result?.takenBack)
  t.match(twice.story, /^changed {3}value\.txt$/)
})

t.test('a file that is as before in the end is no change, and is named', async (t) => {
  const { result, story } = await changed(t, edit('one', 'two'), edit('two', 'one'))
  t.same(result?.changes, [])
  t.same(result?.takenBack, ['value.txt'])
  t.equal(story, 'changed   nothing; edited and in the end as before: value.txt')
})

t.test('a file that was made and removed again is no change either', async (t) => {
  const { result } = await changed(
    t,
    ['write_file', { path: 'new.txt', content: 'a\nb\n' }],
    ['run_command', { command: 'rm new.txt; echo y >> other.txt' }],
  )
  t.same(result?.changes, [{ path: 'other.txt', added: 1, removed: 0 }])
  t.same(result?.takenBack, ['new.txt'])
})
