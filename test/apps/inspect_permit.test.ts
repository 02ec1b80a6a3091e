import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { jsonLines, openProgram } from '../kit/program.js'

t.test('inspect permit answers as the gate of the loop would', async (t) => {
  const cwd = t.testdir({ '.env': 'A=1', src: { 'a.ts': '' } })
  mkdirSync(join(cwd, '.husky'))
  const run = (command: string, more: object = {}) => ({
    tool: 'run_command',
    arguments: { command },
    mode: 'yolo',
    deny: [],
    allow: [],
    cwd,
    ...more,
  })
  const edit = { tool: 'write_file', arguments: { path: '.husky/x', content: '' }, cwd }
  const npm = { tool: 'run_command', arguments: { command: 'npm test' } }
  const rows: [object, object][] = [
    [run('cat .env'), { decision: 'deny', rule: 'deny', reason: /\.env/ }],
    [run('cat src/a.ts'), { decision: 'allow' }],
    [run('cat src/a.ts', { deny: ['src/'] }), { decision: 'deny', rule: 'deny' }],
    [run('cat $x'), { decision: 'ask', rule: 'unsure' }],
    [run('ls', { mode: 'default' }), { decision: 'allow', rule: 'safe-command' }],
    [run('rm x', { mode: 'default' }), { decision: 'ask', rule: 'mode' }],
    [run('rm x', { mode: 'plan' }), { decision: 'deny', rule: 'plan-mode' }],
    [
      run('npm test', { mode: 'default', approved: [npm] }),
      { decision: 'allow', rule: 'approved' },
    ],
    [
      run('make t', { mode: 'default', testCommand: 'make t' }),
      { decision: 'allow', rule: 'test-command' },
    ],
    [run('make t -B', { mode: 'default', testCommand: 'make t' }), { decision: 'ask' }],
    [run('npm test; rm x', { mode: 'default', approved: [npm] }), { decision: 'ask' }],
    [run('rm x', { mode: 'default', allow: ['run_command:rm *'] }), { decision: 'allow' }],
    [
      { ...edit, mode: 'acceptEdits' },
      { decision: 'ask', rule: 'control-file' },
    ],
    [
      { tool: 'read_file', arguments: {}, cwd },
      { decision: 'deny', rule: 'arguments' },
    ],
    [
      { tool: 'mcp__files__read', arguments: { path: '.env' }, mode: 'yolo', cwd },
      { decision: 'deny' },
    ],
    [
      { tool: 'mcp__files__save', arguments: { dest: 'x/.env' }, mode: 'yolo', cwd },
      { decision: 'deny' },
    ],
    [
      { tool: 'mcp__x__say', arguments: { text: 'a .env file' }, mode: 'yolo', cwd },
      { decision: 'allow' },
    ],
    [{ tool: 'mcp__x__say', arguments: { text: 'hello' }, cwd }, { decision: 'ask' }],
    [
      { tool: 'mcp__sh__do', arguments: { command: 'cat .env' }, mode: 'yolo', cwd },
      { decision: 'deny' },
    ],
    ...[
      'http://169.254.169.254/',
      'http://0x7f.1/',
      'http://[::ffff:10.0.0.1]/',
      'file:///etc/passwd',
      'http://localhost:1/',
    ].map((url): [object, object] => [
      { tool: 'web_fetch', arguments: { url }, mode: 'yolo', cwd },
      { decision: 'deny', rule: 'network' },
    ]),
    [
      { tool: 'web_fetch', arguments: { url: 'https://example.org/' }, mode: 'default', cwd },
      { decision: 'ask', rule: 'network' },
    ],
    [
      { tool: 'wirte_file', arguments: { path: 'a' }, mode: 'yolo', cwd },
      { decision: 'allow', reason: /There is no tool wirte_file: it is judged as one of another/ },
    ],
    [{ tool: 'wirte_file', arguments: { path: '.env' }, cwd }, { decision: 'deny' }],
    [run('ls', { cwd: join(cwd, 'nothere') }), { error: /nothere/ }],
    [{ mode: 'yolo' }, { error: /A question is/ }],
    [run('true'), { decision: 'allow' }],
  ]
  const program = openProgram(t)
  const input = rows.map(([each]) => JSON.stringify(each)).join('\n')
  const { code, stdout } = await program.run(['inspect', 'permit'], { input })
  t.equal(code, 2, 'a line could not be used')
  const answers = jsonLines(stdout)
  t.equal(answers.length, rows.length)
  for (const [index, [asked, wanted]] of rows.entries())
    t.match(answers[index], wanted, JSON.stringify(asked))
})
