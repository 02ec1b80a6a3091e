import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { serveReplies, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act } from '../kit/loop.js'
import { openProgram } from '../kit/program.js'

/** A task that makes a file, changes two and deletes one. */
async function changed(t: Test) {
  const endpoint = await serveReplies([
    act(['read_file', { path: 'a.txt' }], ['read_file', { path: 'b.txt' }]),
    act(
      ['write_file', { path: 'made.txt', content: 'new\n' }],
      ['patch_file', { path: 'a.txt', old_str: 'one', new_str: 'two' }],
      ['patch_file', { path: 'b.txt', old_str: 'one', new_str: 'two' }],
    ),
    act(['run_command', { command: 'rm old.txt' }]),
    act(['resolve', { cites: ['e3'], summary: 'made.txt is made' }]),
  ])
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'a.txt': 'one\n', 'b.txt': 'one\n', 'old.txt': 'old\n' })
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  await box.run(['run', 'make made.txt and say two', ...at])
  t.ok(existsSync(join(box.cwd, 'made.txt')))
  t.notOk(existsSync(join(box.cwd, 'old.txt')))
  return box
}

t.test('an undo says what it deletes, puts back and changes back', async (t) => {
  const box = await changed(t)
  const dry = await box.run(['undo', '--turn', '--dry-run'])
  t.match(dry.stdout, /^would be put back: old\.txt, b\.txt, a\.txt\nwould be deleted: made\.txt$/m)
  const done = await box.run(['undo', '--turn', '--yes'])
  t.match(done.stdout, /^put back: old\.txt, b\.txt, a\.txt\ndeleted: made\.txt\n$/m)
  t.notOk(existsSync(join(box.cwd, 'made.txt')))
  const again = await box.run(['redo', '--dry-run'])
  t.match(
    again.stdout,
    /^would be made again: b\.txt, a\.txt, made\.txt\nwould be deleted: old\.txt$/m,
  )
  const redone = await box.run(['redo', '--yes'])
  t.match(redone.stdout, /^made again: b\.txt, a\.txt, made\.txt\ndeleted: old\.txt\n$/m)
})

t.test('each file that an undo leaves has its sentence', async (t) => {
  const box = await changed(t)
  box.write('a.txt', 'mine\n')
  rmSync(join(box.cwd, 'b.txt'))
  symlinkSync('/etc/hostname', join(box.cwd, 'b.txt'))
  const says =
    /a\.txt (?:stays|would stay) as it is: changed by somebody else after patch_file at step 2\.\n/
  const dry = await box.run(['undo', '--turn', '--dry-run'])
  t.match(dry.stdout, /^undo of 4 edits: 2 files would change, 2 would be left as they are$/m)
  t.match(dry.stdout, says)
  const done = await box.run(['undo', '--turn', '--yes'])
  t.match(done.stdout, /^put back: old\.txt\ndeleted: made\.txt\n/m)
  t.match(
    done.stdout,
    /^a\.txt stays as it is: changed by somebody else after patch_file at step 2\.$/m,
  )
  t.match(done.stdout, /^b\.txt stays as it is: .*link.*\.$/m)
})

t.test('an undo names what a background command changed', async (t) => {
  const late = 'while [ ! -e go.txt ]; do sleep 0.05; done; echo late > late.txt'
  const end = act(['resolve', { cites: ['e2'], summary: 'made.txt is made' }])
  const replies = [
    act(['run_command', { command: late, background: true }]),
    act(
      ['write_file', { path: 'made.txt', content: 'new\n' }],
      ['write_file', { path: 'go.txt', content: 'go\n' }],
    ),
  ]
  const box = openProgram(t)
  const endpoint = await startEndpoint(async ({ step }) => {
    // The command has changed the tree before the end is judged.
    while (step > 2 && !existsSync(join(box.cwd, 'late.txt')))
      await new Promise((resolve) => setTimeout(resolve, 5))
    return streamed(replies[step - 1] ?? end)
  })
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  await box.run(['run', 'make made.txt and go.txt', ...at, '--max-steps', '6'])
  const why = 'as it is: a background command changed it, and its version before is not stored.'
  const dry = await box.run(['undo', '--turn', '--dry-run'])
  t.match(dry.stdout, `would be deleted: go.txt, made.txt\nlate.txt would stay ${why}\n`)
  const done = await box.run(['undo', '--turn', '--yes'])
  t.match(done.stdout, `\ndeleted: go.txt, made.txt\nlate.txt stays ${why}\n`)
  t.equal(readFileSync(join(box.cwd, 'late.txt'), 'utf8'), 'late\n')
  t.equal(
    (await box.run(['undo'])).stdout,
    `There is nothing to undo.\nlate.txt stays ${why}\n`,
    'said, where it is all that there is',
  )
})

t.test('an undo that would write nothing says so, asks nothing and ends with 0', async (t) => {
  const box = await changed(t)
  await box.run(['undo', '--edits', '1', '--yes'])
  box.write('b.txt', 'one\n')
  const so = await box.run(['undo'])
  t.match(so, { code: 0, stderr: '' })
  t.match(so.stdout, /^undo of 1 edit: 0 files would change$/m)
  t.match(so.stdout, /^would be put back: nothing, all is so already\n$/m)
  const next = await box.run(['undo', '--yes'])
  t.match(next.stdout, /^put back: a\.txt$/m, 'the next undo is that of the edit before it')
  t.match(await box.run(['undo', '--dry-run']), { code: 0, stdout: /made\.txt/ })
})
