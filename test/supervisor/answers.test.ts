import t from 'tap'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n', 'check.sh': 'exit 1\n' }

t.test('a text ends with itself; what an answer claims and no row shows is unproven', async (t) => {
  const haiku = 'Branches fall like leaves'
  const missed = act(['patch_file', { path: 'value.txt', old_str: 'nine', new_str: 'two' }])
  const table: [task: string, replies: ReturnType<typeof say>[], expected: object][] = [
    ['write a haiku about git', [say(haiku)], { subtype: 'resolved', text: haiku, steps: 1 }],
    [
      'what is in nosuch.js?',
      [say('nosuch.js exports 4 functions.')],
      { subtype: 'resolved', text: /^unproven: nosuch/ },
    ],
    [
      'deploy it',
      Array.from({ length: 5 }, () => say('I deployed it.')),
      { subtype: 'unproven', text: /^unproven: / },
    ],
    [
      'value is wrong',
      [missed, ...Array.from({ length: 5 }, () => say('Changed value.txt.'))],
      { subtype: 'unproven', text: /^unproven: / },
    ],
    [
      'fix value.txt',
      [
        act(['read_file', { path: 'value.txt' }]),
        ...Array.from({ length: 5 }, () => say('I cannot.')),
      ],
      { subtype: 'unproven', text: /^unproven: I cannot/ },
    ],
    [
      'do the tests pass?',
      [
        act(['run_command', { command: 'sh check.sh' }]),
        ...Array.from({ length: 5 }, () => say('All tests pass.')),
      ],
      {
        subtype: 'resolved',
        text: /^unproven: All tests pass\.\n\(tests fail: sh check\.sh failed \(e\d+\)\)/,
      },
    ],
  ]
  for (const [task, replies, expected] of table) {
    const loop = openLoop(t, { files: FILES, replies })
    const { result } = await loop.run(loop.add(task), { testCommand: 'sh check.sh' })
    t.match(result, { ...expected, proven: false }, task)
  }
})
