import t from 'tap'
import type { CallPlace } from '#core'
import { digestCall, placeKey } from '#ledger'

/** The key of a call that failed with this text; the names of its arguments do not matter. */
const key = (tool: string, place: Partial<CallPlace>, text: string) =>
  digestCall(
    { arguments: {} },
    { tool, ok: false, text, place: { names: [], edits: false, ...place } },
  ).failureKey
const run = (command: string, text: string) => key('run_command', { command }, text)
const write = (name: string, text: string) => key('swap_text', { names: [name], edits: true }, text)

t.test('row 30: calls that differ and fail in the same way have one key', async (t) => {
  const same: [string, string | null, string | null][] = [
    [
      'options',
      run('npm run build --force', 'exit 1\nno script'),
      run('npm run build -s', 'exit 1\nno script'),
    ],
    ['comments', run('sh check.sh # try 1', 'exit 1'), run('sh check.sh  # once more', 'exit 1')],
    ['echo', run('echo 1; sh check.sh', 'exit 1\n1'), run('echo 2 && sh check.sh', 'exit 1\n2')],
    ['a number that counts', run('sh check.sh 1', 'exit 1'), run('sh check.sh 27', 'exit 1')],
    [
      'lines behind the end of a file',
      run("sed -n '90,120p' a.txt | grep -n x", 'exit 1'),
      run("sed -n '121,150p' a.txt | grep -n x", 'exit 1'),
    ],
    ['times', run('make', 'exit 2 after 3 s'), run('make -B', 'exit 2 after 15 s')],
    [
      'edits of one file',
      write('a.ts', 'the text does not occur in a.ts'),
      write('./a.ts', 'Not run: read a.ts first'),
    ],
    [
      'an end in other words',
      key('resolve', {}, 'Refused: resolve cites e1, which is not there.'),
      key('resolve', {}, 'Refused: resolve cites e77, which is not there.'),
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
    ['another file by its number', run('node case1.js', 'exit 1'), run('node case2.js', 'exit 1')],
    ['another search', run('grep -rn 404 src', 'exit 1'), run('grep -rn 500 src', 'exit 1')],
    ['another machine', run('ping 10.0.0.1', 'exit 1'), run('ping 10.0.0.2', 'exit 1')],
    ['another port', run('curl localhost:3000', 'exit 7'), run('curl localhost:8080', 'exit 7')],
    [
      'an error in another line',
      run('sh a.sh 1', 'exit 1\nno x'),
      run('sh a.sh 2', 'exit 1\nno y'),
    ],
    [
      'another folder',
      run('ls src', 'exit 2\nno such folder'),
      run('ls lib', 'exit 2\nno such folder'),
    ],
    [
      'another file',
      key('read_file', { names: ['a.ts'] }, 'There is no file a.ts'),
      key('read_file', { names: ['b.ts'] }, 'There is no file b.ts'),
    ],
    [
      'another refusal',
      key('resolve', {}, 'Refused: resolve cites e1, which is not there.'),
      key('resolve', {}, 'Refused: the tests were not run.'),
    ],
  ]
  for (const [name, one, two] of other) t.not(one, two, name)
  t.equal(digestCall({ arguments: {} }, { tool: 'x', ok: true, text: '' }).failureKey, null)
})

t.test('row 30: calls at one place have one key, also before they ran', (t) => {
  const at = (place: Partial<CallPlace>) => placeKey('x', { names: [], edits: false, ...place })
  t.equal(at({ command: 'npm run build -s' }), at({ command: 'npm run build # again' }))
  t.not(at({ command: 'npm run build' }), at({ command: 'npm run test' }))
  t.equal(at({ names: ['b', './a'] }), at({ names: ['a', 'b'] }))
  t.not(at({ names: ['a'] }), at({ names: ['b'] }))
  t.equal(at({}), null, 'it names no place')
  t.equal(placeKey('x', undefined), null)
  t.end()
})
