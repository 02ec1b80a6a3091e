import t from 'tap'
import { digestCall } from '#ledger'

/** The key of a call that failed with this text. */
const key = (tool: string, args: Record<string, unknown>, text: string) =>
  digestCall({ arguments: args }, { tool, ok: false, text }).failureKey
const run = (command: string, text: string) => key('run_command', { command }, text)

t.test('row 30: calls that differ and fail in the same way have one key', async (t) => {
  const same: [string, string | null, string | null][] = [
    [
      'options',
      run('npm run build --force', 'exit 1\nno script'),
      run('npm run build -s', 'exit 1\nno script'),
    ],
    ['comments', run('sh check.sh # try 1', 'exit 1'), run('sh check.sh  # once more', 'exit 1')],
    ['echo', run('echo 1; sh check.sh', 'exit 1\n1'), run('echo 2 && sh check.sh', 'exit 1\n2')],
    ['times', run('make', 'exit 2 after 3 s'), run('make -B', 'exit 2 after 15 s')],
    [
      'edits of one file',
      key(
        'patch_file',
        { path: 'a.ts', old_str: 'x', new_str: 'y' },
        'old_str does not occur in a.ts',
      ),
      key('patch_file', { path: './a.ts', old_str: 'z', new_str: 'y' }, 'Not run: read a.ts first'),
    ],
    [
      'an end in other words',
      key(
        'resolve',
        { summary: 'done', cites: ['e1'] },
        'Refused: resolve cites e1, which is not there.',
      ),
      key(
        'resolve',
        { summary: 'all is well', cites: ['e77'] },
        'Refused: resolve cites e77, which is not there.',
      ),
    ],
  ]
  for (const [name, one, other] of same) t.equal(one, other, name)
})

t.test('what may be a step forward has another key', async (t) => {
  const other: [string, string | null, string | null][] = [
    [
      'another script',
      run('npm run build', 'exit 1\nno script'),
      run('npm run test', 'exit 1\nno script'),
    ],
    [
      'another error',
      run('npm run build', 'exit 1\nno script'),
      run('npm run build', 'exit 1\nTS2304'),
    ],
    [
      'another folder',
      run('ls src', 'exit 2\nno such folder'),
      run('ls lib', 'exit 2\nno such folder'),
    ],
    [
      'another file',
      key('read_file', { path: 'a.ts' }, 'There is no file a.ts'),
      key('read_file', { path: 'b.ts' }, 'There is no file b.ts'),
    ],
    [
      'another refusal',
      key('resolve', { summary: 'done' }, 'Refused: resolve cites e1, which is not there.'),
      key('resolve', { summary: 'done' }, 'Refused: the tests were not run.'),
    ],
  ]
  for (const [name, one, two] of other) t.not(one, two, name)
  t.equal(digestCall({ arguments: {} }, { tool: 'x', ok: true, text: '' }).failureKey, null)
})
