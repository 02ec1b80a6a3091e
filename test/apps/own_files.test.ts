import { execFileSync, spawnSync } from 'node:child_process'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { openProgram } from '../kit/program.js'

/** Files and folders below, links not followed, but for what commands keep in their own home. */
function* below(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    yield path
    if (name !== 'home' && lstatSync(path).isDirectory()) yield* below(path)
  }
}

t.test("row 197: all that a run writes is its owner's alone, whatever the umask", async (t) => {
  const before = process.umask(0)
  t.teardown(() => process.umask(before))
  const box = openProgram(t, { 'value.txt': 'one\n', '.aircoder/config.json': '{"maxSteps":9000}' })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@h.example', ...args], {
      cwd: box.cwd,
    })
  git('init', '-q')
  git('add', 'value.txt')
  git('commit', '-qm', 'start')
  const replies = [
    act(['read_file', { path: 'value.txt' }]),
    act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }]),
    act(['run_command', { command: 'echo three > value.txt' }]),
  ]
  const endpoint = await startEndpoint(({ step }) => streamed(replies[step - 1] ?? say('Done.')))
  t.teardown(() => endpoint.close())
  t.equal((await box.run(['trust', 'add', '--yes'])).code, 0)
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  await box.run([...at, '-p', 'Change value.txt.'])
  await box.run(['undo', '--edits', '2', '--yes'])
  const all = [box.data, ...below(box.data)]
  for (const path of all) {
    const { mode } = lstatSync(path)
    t.equal((mode & 0o077).toString(8), '0', `${(mode & 0o777).toString(8)} ${path}`)
  }
  const names = all.map((path) => path.replace(/^.*\//, ''))
  // The home of commands exists only where they run in a sandbox.
  const sandboxed =
    spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status === 0
  const expected = ['trust.json', 'ledger.sqlite', 'audit.jsonl', 'snapshots']
  for (const name of [...expected, ...(sandboxed ? ['home'] : [])])
    t.ok(names.includes(name), `${name} is among them`)
})
