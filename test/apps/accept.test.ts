import t from 'tap'
import { serveReplies } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { openProgram } from '../kit/program.js'

const FILES = { 'value.txt': 'one\n', 'test.sh': 'set -e\ngrep -q one value.txt\necho pass\n' }
const REPLIES = [
  act(
    ['read_file', { path: 'value.txt' }],
    ['read_file', { path: 'test.sh' }],
    ['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }],
    ['patch_file', { path: 'test.sh', old_str: 'grep -q one', new_str: 'grep -q two' }],
    ['run_command', { command: 'sh test.sh' }],
  ),
  ...Array.from({ length: 4 }, () => say('value.txt says two now, and the test passes.')),
]

t.test('the end shows the changed tests, and `aircoder accept` accepts them', async (t) => {
  const box = openProgram(t, FILES)
  const endpoint = await serveReplies(REPLIES)
  t.teardown(() => endpoint.close())
  const env = { AIRCODER_TEST_COMMAND: 'sh test.sh' }
  t.match(await box.run(['accept']), { code: 0, stderr: /Nothing has run in/ })
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  const words = ['run', 'value.txt has to say two', ...at, '--require-proof']
  const ran = await box.run(words, { env })
  t.equal(ran.code, 1, ran.stderr)
  t.match(ran.stderr, /changed its tests[\s\S]*test\.sh: [\s\S]*-grep -q one[\s\S]*\+grep -q two/)
  const [, task] = /accept (t_\w+)` when these changes are right/.exec(ran.stderr) ?? []
  t.match(ran.stderr, new RegExp(`hint: .*\`aircoder accept ${task}\``))

  const shown = await box.run(['accept', '--dry-run'], { env })
  t.match(shown, {
    code: 0,
    stdout: /^The task changed these tests:\n {2}test\.sh: [\s\S]*-grep -q one/,
  })
  t.match(await box.run(['accept'], { env }), { code: 3, stderr: /pass --yes to accept/ })
  const bad = await box.run(['accept', 't_none', '--yes'], { env })
  t.match(bad, { code: 2, stderr: /has no entry t_none/ })
  const done = await box.run(['accept', task ?? '', '--yes'], { env })
  t.match(done, { code: 0, stdout: /Accepted: test\.sh\. The task is proven\.\n$/ }, done.stderr)
  const rows = await box.run(['ledger', 'sql', 'SELECT proven FROM tasks'])
  t.equal(rows.stdout, 'proven\n1\n')
  t.match(await box.run(['accept', '--yes'], { env }), {
    code: 0,
    stdout: /is proven, so there is nothing/,
  })
})
