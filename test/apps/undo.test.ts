import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { editRun, FILES, prepare, readTree } from '../kit/edit_run.js'
import { serveReplies } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { openProgram, type Program } from '../kit/program.js'

const EDITS = 20

/** A project in which a task made its edits. */
async function edited(t: Test): Promise<Program> {
  const endpoint = await serveReplies(editRun(EDITS))
  t.teardown(() => endpoint.close())
  const box = openProgram(t, FILES)
  prepare(box.cwd)
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  const env = { AIRCODER_READ_BEFORE_EDIT: 'off' }
  const { code, stderr } = await box.run(['run', 'rework the folder', ...at], { env })
  t.equal(code, 0, stderr)
  return box
}

t.test('row 250: undo shows first, then does; redo makes it again', async (t) => {
  const empty = openProgram(t)
  t.match(await empty.run(['undo']), { code: 0, stderr: /Nothing has run in/ })
  const start = openProgram(t, FILES)
  prepare(start.cwd)
  const box = await edited(t)
  const whole = readTree(box.cwd)
  const dry = await box.run(['undo', '--dry-run'])
  t.match(dry, {
    code: 0,
    stdout:
      /^undo of 1 edit: 1 file would change\nThe turn changed \d+ files: .* Undo of the turn puts all of them back\.\n {2}\S+ {2}\+\d+ -\d+ {2}\(\w+ at step 20\)\n--- /,
  })
  const unasked = await box.run(['undo', '--turn'])
  t.match(unasked, { code: 3, stderr: /There is no terminal for the question: pass --yes/ })
  t.match(unasked.stdout, /^undo of 20 edits: \d+ files would change/)
  t.same(readTree(box.cwd), whole, 'nothing was written so far')

  t.match(await box.run(['undo', '--edits', '2', '--yes']), {
    code: 0,
    stdout: /\n(?:put back|deleted): /,
  })
  t.match(await box.run(['undo', '--to', '0', '--yes']), { code: 0 })
  t.same(readTree(box.cwd), readTree(start.cwd), 'as before the task, modes and all')
  t.match(await box.run(['undo']), { code: 0, stdout: 'There is nothing to undo.\n' })
  t.match(await box.run(['redo', '--yes']), { code: 0 })
  t.match(await box.run(['redo', '--yes']), { code: 0, stdout: /made again: / })
  t.same(readTree(box.cwd), whole)
  t.match(await box.run(['redo', '--yes']), { code: 0, stdout: 'There is nothing to redo.\n' })

  t.match(await box.run(['undo', '--task', 'nope']), { code: 2, stderr: /no entry nope/ })
  t.match(await box.run(['undo', '--edits', '0']), { code: 2 })
  t.match(await box.run(['undo', '--to', '99', '--dry-run']), {
    code: 2,
    stderr: /There is no step 99: the steps of t_\w+ are 0 \(its start\) to 2\d\./,
  })
  for (const path of Object.keys(whole)) box.write(path, 'somebody else was here')
  const stuck = await box.run(['undo', '--turn', '--yes'])
  t.match(stuck, {
    code: 1,
    stdout: / stays as it is: changed by somebody else[\s\S]*Nothing can be put back/,
  })
  t.match(await box.run(['ledger', 'verify']), { code: 0 })
})

t.test('a question that was asked since then does not hide the edits from undo', async (t) => {
  const box = await edited(t)
  const endpoint = await serveReplies([say('Hello.')])
  t.teardown(() => endpoint.close())
  await box.run(['-p', 'hi', '--base-url', endpoint.baseUrl, '-m', 'fake'])
  t.match(await box.run(['undo', '--dry-run']), { code: 0, stdout: /^undo of 1 edit: / })
  t.match(await box.run(['undo', '--turn', '--yes']), {
    code: 0,
    stdout: /\n(?:put back|deleted): /,
  })
  t.match(await box.run(['undo']), { code: 0, stdout: 'There is nothing to undo.\n' })
  t.match(await box.run(['redo', '--dry-run']), { code: 0, stdout: /^redo of 20 edits: / })
})

const rootSkips = process.getuid?.() === 0 ? { skip: 'root may write everywhere' } : {}
t.test('a folder that may not be written ends an undo with what to do', rootSkips, async (t) => {
  const box = await edited(t)
  chmodSync(join(box.cwd, 'src'), 0o500)
  t.teardown(() => chmodSync(join(box.cwd, 'src'), 0o700))
  const whole = readTree(box.cwd)
  t.match(await box.run(['undo', '--turn', '--yes']), { code: 1, stderr: /Nothing was restored/ })
  t.same(readTree(box.cwd), whole, 'all files or none')
})

t.test('row 249: killed at any moment, an undo or redo is finished by the next', async (t) => {
  const start = openProgram(t, FILES)
  prepare(start.cwd)
  const before = readTree(start.cwd)
  const box = await edited(t)
  const after = readTree(box.cwd)
  const begun = performance.now()
  await box.run(['undo', '--turn', '--yes'])
  const wholeMs = performance.now() - begun
  t.same(readTree(box.cwd), before)
  let killed = 0
  let pace = 1
  for (let round = 0; round < 8 || (killed <= 3 && round < 24); round += 1) {
    const kind = round % 2 === 0 ? 'redo' : 'undo'
    const args = kind === 'undo' ? ['undo', '--turn', '--yes'] : ['redo', '--yes']
    const running = box.start(args)
    await wait(wholeMs * pace * (0.45 + (0.55 * ((round * 7) % 12)) / 12))
    running.child.kill('SIGKILL')
    const { signal } = await running.ended
    if (signal === 'SIGKILL') killed += 1
    // The one that was timed was slower than these are: come earlier.
    else pace *= 0.85
    await box.run(args)
    const expected = kind === 'undo' ? before : after
    const found = readTree(box.cwd)
    // What the killed one had finished already is not undone or redone a second time.
    t.same(found, expected, `${kind}, round ${round}`)
    t.match(await box.run(['ledger', 'verify']), { code: 0 })
  }
  t.ok(killed > 3, `${killed} were killed`)
})
