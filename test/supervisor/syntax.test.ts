import t from 'tap'
import { act, openLoop, say } from '../kit/loop.js'

const write = (path: string, content: string): [string, Record<string, unknown>] => [
  'write_file',
  { path, content },
]
const patch = (path: string, from: string, to: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path, old_str: from, new_str: to },
]

t.test(
  'row 154: an edit that breaks the syntax of a file reports it, and the task stays open until the fix',
  async (t) => {
    const loop = openLoop(t, {
      files: { 'a.js': 'export const a = [1]\n', 'ran.txt': '' },
      replies: [
        act(patch('a.js', '[1]', '[1')),
        say('It is done.'),
        act(patch('a.js', '[1', '[1]')),
        say('Now it is.'),
        say('It is.'),
        say('It is.'),
      ],
    })
    const { events, result } = await loop.run(loop.add('change a.js'))
    const [first, second] = events.flatMap((event) => (event.type === 'tool_result' ? [event] : []))
    t.match(first, { ok: true, text: /But a\.js does not parse now: .*SyntaxError/s })
    t.equal(second?.text, 'edited a.js: +1 -1')
    const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
    t.match(notes[0], /not done: a\.js does not parse since the last edit/)
    t.equal(notes.filter((text) => /parse/.test(text)).length, 1)
    t.equal(result?.subtype, 'resolved')
    const rows = loop.ledger().find({ kind: 'diagnostic', subject: 'a.js' })
    t.match(rows, [{ facts: { code: 'syntax_error' } }])
  },
)

t.test('row 155: a task that leaves a file broken ends as failed', async (t) => {
  const loop = openLoop(t, {
    files: {},
    replies: [act(write('b.json', '{"a": 1,}')), ...Array.from({ length: 5 }, () => say('Done.'))],
  })
  const { result } = await loop.run(loop.add('write b.json'))
  t.match(result, { subtype: 'failed', proven: false, text: /does not parse/ })
})

t.test('the syntax check covers every language with a parser and skips unknown ones', async (t) => {
  const loop = openLoop(t, { files: {}, replies: [] })
  const { openWorkspace } = await import('#workspace')
  const workspace = openWorkspace({ root: loop.root, deny: [], env: process.env })
  const check = (path: string, text: string) =>
    workspace.checkSyntax(path, Buffer.from(text), new AbortController().signal)
  const broken: [string, string, RegExp][] = [
    ['a.js', 'const a = {\n', /Unexpected end of input/],
    ['a.mjs', 'import a from "b"\nfoo(\n', /Unexpected end/],
    ['a.cjs', 'let a\nlet a\n', /already been declared/],
    ['a.json', '{"a": }', /JSON/],
    ['a.py', 'def f(:\n  pass\n', /a\.py:1: SyntaxError/],
    ['a.sh', 'if true; then\n', /unexpected end of file/],
  ]
  for (const [path, text, said] of broken) t.match(await check(path, text), said, path)
  const fine: [string, string][] = [
    ['a.js', 'import a from "b"\nawait a\n'],
    ['a.js', '#!/usr/bin/env node\nreturn 1\n'],
    ['a.js', 'const a = <b>hello</b>\n'],
    ['tsconfig.json', '{ // a comment\n"a": 1 }'],
    ['a.json', '\uFEFF{}'],
    ['a.py', 'import nothing_of_this_name\nraise SystemExit(1)\n'],
    ['a.sh', 'exit 3\n'],
    ['a.xyz', '((('],
    ['a.toml', 'a = 1\n'],
  ]
  for (const [path, text] of fine) t.equal(await check(path, text), null, `${path}: ${text}`)
  const none = openWorkspace({ root: loop.root, deny: [], env: { PATH: '/nonexistent' } })
  const signal = new AbortController().signal
  t.equal(await none.checkSyntax('a.py', Buffer.from('def f(:'), signal), null, 'no parser here')
})

t.test('a syntax check runs no code of the file', async (t) => {
  const loop = openLoop(t, {
    files: {},
    replies: [
      act(
        write('a.js', 'require("fs").writeFileSync("ran.txt", "x")\n'),
        write('b.py', 'open("ran.txt", "w").write("x")\n'),
        write('c.sh', 'echo x > ran.txt\n'),
        write('ast.py', 'open("ran.txt", "w").write("x")\n'),
        write('d.py', 'x = 1\n'),
      ),
    ],
  })
  await loop.run(loop.add('write them'), { maxSteps: 1 })
  t.throws(() => loop.read('ran.txt'))
  t.equal(loop.read('d.py'), 'x = 1\n')
})
