import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { LIMITS } from '#core'
import {
  createRegistry,
  loadBuiltinTools,
  type SeenFiles,
  showsLines,
  type ToolResult,
} from '#tools'
import { openWorkspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** A session that has seen these texts and was refused for these reasons. */
function seen(rule: SeenFiles['rule'], texts: Record<string, string>, refused: string[] = []) {
  return {
    rule,
    hashOf: (path: string) => (path in texts ? hash(texts[path] ?? '') : null),
    refusedBefore: (path: string, flaw: string) => refused.includes(`${path} ${flaw}`),
    shows: () => false,
    failedPatches: () => 0,
  }
}

interface Place {
  root: string
  call(name: string, args: object, known?: SeenFiles): Promise<ToolResult>
}

function open(t: Test, files: Record<string, string>): Place {
  const root = t.testdir(files)
  const workspace = openWorkspace({ root, deny: [], env: process.env })
  const context = toolContext(workspace)
  return {
    root,
    async call(name, args, known) {
      const checked = registry.validate({ id: 'c', name, arguments: { ...args } })
      if (!checked.ok) throw new Error(checked.message)
      return checked.tool.run(checked.input, { ...context, seen: known })
    },
  }
}

const flawOf = (result: ToolResult) => result.evidence?.[0]?.facts.flaw ?? null
const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\n'

t.test(
  'row 145: an existing file is edited only after it was read; a new file needs no read',
  async (t) => {
    const { call, root } = open(t, { 'a.txt': TEXT, 'b.txt': TEXT })
    const patch = { path: './a.txt', old_str: 'two', new_str: 'TWO' }
    const nothing = seen('strict', {})
    for (const [name, args] of [
      ['patch_file', patch],
      ['multi_edit', { edits: [{ ...patch, path: 'b.txt' }, patch] }],
      ['write_file', { path: 'a.txt', content: `${TEXT}seven\n` }],
    ] as const) {
      const held = await call(name, args, nothing)
      t.equal(held.ok, false, name)
      t.equal(flawOf(held), 'unread', name)
      t.match(
        held.text,
        /was not read in this session\. Call read_file \{"path":"[ab]\.txt"\} first/,
      )
      t.equal(held.edits, undefined)
      const known = seen('strict', { 'a.txt': TEXT, 'b.txt': TEXT })
      t.ok((await call(name, args, known)).ok, `${name} after a read`)
      t.ok((await call(name, args, seen('off', {}))).ok, `${name} where the rule is off`)
    }
    t.ok((await call('write_file', { path: 'new.txt', content: 'x' }, nothing)).ok)
    t.equal(readFileSync(join(root, 'a.txt'), 'utf8'), TEXT, 'a tool writes nothing')
  },
)

t.test('row 146: the second attempt passes, unless the rule is strict', async (t) => {
  const { call } = open(t, { 'a.txt': TEXT })
  const patch = { path: 'a.txt', old_str: 'two', new_str: 'TWO' }
  for (const [rule, ok] of [
    ['once', true],
    ['strict', false],
  ] as const) {
    t.equal(flawOf(await call('patch_file', patch, seen(rule, {}))), 'unread')
    const again = await call('patch_file', patch, seen(rule, {}, ['a.txt unread']))
    t.equal(again.ok, ok, rule)
  }
  const other = seen('once', {}, ['b.txt unread', 'a.txt cut'])
  t.notOk((await call('patch_file', patch, other)).ok, 'an attempt on this file, for this flaw')
})

t.test('row 147: the refusal of a write contains the edit call that does the same', async (t) => {
  const { call } = open(t, { 'a.txt': TEXT, 'same.txt': 'x\nx\nx\nx\nx\nx\nx\nx\n' })
  const content = TEXT.replace('three', 'THREE\nand a half')
  const held = await call('write_file', { path: 'a.txt', content }, seen('once', {}))
  const [, json = ''] = /patch_file (\{.*\})/.exec(held.text) ?? []
  const quoted = JSON.parse(json)
  t.same(quoted, {
    path: 'a.txt',
    old_str: 'two\nthree\nfour',
    new_str: 'two\nTHREE\nand a half\nfour',
  })
  const patched = await call('patch_file', quoted, seen('once', { 'a.txt': TEXT }))
  t.equal(patched.edits?.[0]?.after?.toString(), content, 'the call comes to the same')
  const spread = TEXT.replace('one', 'ONE'.repeat(900)).replace('six', 'SIX'.repeat(900))
  const shape = await call('write_file', { path: 'a.txt', content: spread }, seen('once', {}))
  t.match(shape.text, 'patch_file {"path":"a.txt","old_str":"<lines as the file has them>"')
  const twice = await call(
    'write_file',
    { path: 'same.txt', content: 'x\n'.repeat(7) },
    seen('once', {}),
  )
  t.notOk(twice.ok)
})

t.test('a write of a file that another program changed since the read is refused', async (t) => {
  const { call } = open(t, { 'a.txt': TEXT })
  const args = { path: 'a.txt', content: `${TEXT}seven\n` }
  const held = await call('write_file', args, seen('once', { 'a.txt': 'older' }))
  t.equal(flawOf(held), 'stale')
  t.match(held.text, /changed by another program since you read it/)
  const patch = { path: 'a.txt', old_str: 'two', new_str: 'TWO' }
  t.ok((await call('patch_file', patch, seen('once', { 'a.txt': 'older' }))).ok, 'a patch is not')
})

t.test(
  'row 148: a large file is never rewritten, and the refusal names the call to use',
  async (t) => {
    const line = 'a line of some length, so that few are many characters\n'
    const big = `first\n${line.repeat(Math.ceil(LIMITS.rewriteChars / line.length))}`
    const { call } = open(t, { 'big.txt': big, 'fits.txt': big.slice(0, LIMITS.rewriteChars) })
    const known = seen('once', { 'big.txt': big }, ['big.txt large'])
    const content = big.replace('first', 'FIRST')
    const held = await call('write_file', { path: 'big.txt', content }, known)
    t.equal(flawOf(held), 'large', 'also at the second attempt')
    t.match(
      held.text,
      /cannot be replaced.*patch_file.*multi_edit.*\{"path":"big\.txt","old_str":"first\\n/s,
    )
    t.ok((await call('patch_file', { path: 'big.txt', old_str: 'first', new_str: '1' }, known)).ok)
    t.ok(
      (
        await call(
          'write_file',
          { path: 'fits.txt', content: 'x' },
          seen('off', {}, ['fits.txt fragment']),
        )
      ).ok,
    )
  },
)

t.test('a placeholder for omitted text is not written', async (t) => {
  const code = 'function a() {\n  return 1\n}\n'
  const { call } = open(t, { 'a.ts': code, 'b.py': '# ... existing code ...\nx = 1\n' })
  const marks = [
    '// ... rest of the code',
    '// rest of the file stays the same',
    '# ... existing code ...',
    '/* ... unchanged ... */',
    '<!-- the remaining content is unchanged -->',
    '{/* ... existing imports */}',
    '... (rest of file unchanged)',
    '// … remaining methods',
    '  // existing code here',
    '-- rest of the script',
  ]
  for (const mark of marks) {
    const patch = { path: 'a.ts', old_str: '  return 1', new_str: `  return 2\n${mark}` }
    t.equal(flawOf(await call('patch_file', patch)), 'elided', mark)
    const content = `function a() {\n${mark}\n}\n`
    t.equal(flawOf(await call('write_file', { path: 'new.ts', content })), 'elided', mark)
  }
  const innocent = [
    '// Loading...',
    'print("...")',
    '    ...',
    '// the rest are handled by the caller',
    '# keep the original order of keys',
    'const rest = [...existing, 1]',
    '// existing users keep their id',
    '  ...existing,',
    '  ...rest',
    '// unchanged files are skipped',
  ]
  for (const line of innocent) {
    const patch = { path: 'a.ts', old_str: '  return 1', new_str: `  return 2\n${line}` }
    t.equal(flawOf(await call('patch_file', patch)), null, line)
  }
  const kept = {
    path: 'b.py',
    old_str: '# ... existing code ...\nx = 1',
    new_str: '# ... existing code ...\nx = 2',
  }
  t.ok((await call('patch_file', kept)).ok, 'a line that the file has is its own')
  const meant = { path: 'a.ts', old_str: '  return 1', new_str: '  // ... rest of the code' }
  const again = seen('once', { 'a.ts': code }, ['a.ts elided'])
  t.ok((await call('patch_file', meant, again)).ok, 'the second attempt is allowed')
})

t.test('truncated content is not written', async (t) => {
  const code = 'const a = {\n  b: [1, 2], // }\n}\n\nfunction f() {\n  return "}"\n}\n'
  const py = 'def f(x):\n    return [x]  # (\n\n\ndef g():\n    return ")"\n'
  const { call } = open(t, { 'a.ts': code, 'b.py': py, 'n.txt': TEXT, 'odd.ts': 'a = (\n' })
  const cut: [string, string][] = [
    ['a.ts', 'const a = {\n  b: [1, 2], // }\n}\n'],
    ['a.ts', 'const a = {\n  b: [1, 2, 3], // }\n}\n\nfunction f() {\n  return "}"\n'],
    ['b.py', 'def f(x):\n    return [x, 1]\n\n\ndef g():\n    return h(\n'],
    ['n.txt', 'one\ntwo\nthree'],
  ]
  for (const [path, content] of cut) {
    const held = await call('write_file', { path, content })
    t.equal(flawOf(held), 'cut', content)
    t.match(held.text, /seems truncated: it .*patch_file/s)
  }
  const whole: [string, string][] = [
    ['a.ts', `${code}const c = '('\n`],
    ['a.ts', 'const c = 1\n'],
    ['b.py', py.replace('[x]', '[x, (1)]')],
    ['n.txt', 'one\ntwo\n3\n('],
    ['odd.ts', 'b = [(\n'],
    ['n.txt', ''],
  ]
  for (const [path, content] of whole)
    t.equal(flawOf(await call('write_file', { path, content })), null, content)
})

t.test('hostile texts are checked in linear time', async (t) => {
  const { call, root } = open(t, {})
  writeFileSync(join(root, 'x.ts'), 'const a = 1\n')
  for (const bad of [
    '"'.repeat(300_000),
    '/*'.repeat(150_000),
    '`'.repeat(300_001),
    '// ... '.repeat(60_000),
  ])
    t.equal(typeof (await call('write_file', { path: 'x.ts', content: bad })).ok, 'boolean')
})

const LONG = Array.from({ length: 74 }, (_, n) => `const value${n} = compute(${n})`).join('\n')

t.test('row 145: a fragment does not replace most of a file unless it is sent again', async (t) => {
  const { call, root } = open(t, { 'a.ts': `${LONG}\n` })
  const files = { 'a.ts': `${LONG}\n` }
  const args = { path: 'a.ts', content: 'const value9 = compute(10)\nconst x = 1\nexport {}\n' }
  const held = await call('write_file', args, seen('once', files))
  t.equal(flawOf(held), 'fragment')
  t.match(
    held.text,
    /it has 3 lines in place of 74\. Change only the lines that differ: patch_file/,
  )
  t.equal(readFileSync(join(root, 'a.ts'), 'utf8'), files['a.ts'])
  const again = await call('write_file', args, seen('once', files, ['a.ts fragment']))
  t.equal(again.ok, true)
  const third = { path: 'a.ts', content: LONG.split('\n').slice(50).join('\n') }
  t.equal(flawOf(await call('write_file', third, seen('once', files))), 'fragment', 'a third')
  const half = { path: 'a.ts', content: LONG.split('\n').slice(30).join('\n') }
  t.equal((await call('write_file', half, seen('once', files))).ok, true, 'more than half stays')
})

/** Contents with parts of our own results: path, content, and whether it is refused. */
const RESULTS: [path: string, content: string, refused: boolean][] = [
  ['new.ts', 'src/a.ts lines 1-2 of 2\nconst a = 1\nconst b = 2\n', true],
  ['new.ts', '[e12] src/a.ts lines 1-2 of 9\nconst a = 1\n', true],
  [
    'new.ts',
    'const a = 1\n… 40 lines follow. Call read_file with start_line 2 for the rest.\n',
    true,
  ],
  ['new.ts', 'const a = 1\n… 40 lines left out. The call had them.\n', true],
  ['new.ts', 'const a = "x … 400 characters left out … y"\n', true],
  ['new.ts', '1: const a = 1\n2: const b = 2\n3: const c = 3\n', true],
  ['new.ts', '  1\tconst a = 1\n  2\tconst b = 2\n\n  3\tconst c = 3\n', true],
  ['new.py', '10| def f():\n11|     return 1\n12| \n', true],
  ['new.md', '1: one\n2: two\n3: three\n', false],
  ['new.ts', 'const lines = "1-2 of 2"\n', false],
  ['new.json', '{"1": 1,\n"2": 2,\n"3": 3}\n', false],
  ['new.ts', '1: a\n5: b\n9: c\n', false],
]

t.test('row 145: headers and line numbers of our results do not get into a file', async (t) => {
  const { call } = open(t, { 'a.ts': 'const a = 1\nconst b = 2\n' })
  for (const [path, content, refused] of RESULTS) {
    const result = await call('write_file', { path, content }, seen('once', {}, [`${path} marks`]))
    t.equal(result.ok, !refused, content)
    if (refused) t.match(result.text, /is a line of a tool result and not of the file/)
  }
  const files = { 'a.ts': 'const a = 1\nconst b = 2\n' }
  const patch = {
    path: 'a.ts',
    old_str: 'const a = 1',
    new_str: 'a.ts lines 1-1 of 2\nconst a = 3',
  }
  t.equal(flawOf(await call('patch_file', patch, seen('once', files))), 'marks')
  const about = 'x\na.ts lines 1-1 of 2\ny\n'
  const own = open(t, { 'log.ts': about })
  const kept = { path: 'log.ts', content: `${about}z\n` }
  const written = await own.call('write_file', kept, seen('once', { 'log.ts': about }))
  t.ok(written.ok, 'a line that was there before')
})

t.test('row 145: a search or an output shows lines of a file', async (t) => {
  const found = {
    kind: 'symbol_lookup',
    facts: {},
    output: 'grep: 2\na.ts\n4:   one()\n5- two\nb.ts\n9: x()',
  } as const
  const shows = (path: string, text: string, row: Parameters<typeof showsLines>[2] = found) =>
    showsLines(path, text, row)
  t.ok(shows('a.ts', 'one()'))
  t.ok(shows('a.ts', '  one()\n\ntwo'))
  t.notOk(shows('a.ts', 'one()\nthree'), 'one line was not shown')
  t.notOk(shows('b.ts', 'one()'), 'another file')
  t.notOk(shows('a.ts', 'x('), 'a text that is in every line')
  const run = (command: string, output: string) =>
    ({ kind: 'shell_output', facts: { command }, output }) as const
  t.ok(shows('src/a.ts', 'one()', run('grep -rn one .', './src/a.ts:4:  one()')))
  t.notOk(shows('src/a.ts', 'one()', run('grep -rn one .', './src/a.tsx:4:  one()')))
  t.ok(shows('src/a.ts', 'one()', run('sed -n 1,9p ./src/a.ts', 'one()')))
  t.notOk(shows('src/a.ts', 'one()', run('cat b.ts', 'one()')))
  t.notOk(shows('src/a.ts', 'one()', run('cat src/a.ts', `one()${'x'.repeat(70_000)}`)), 'cut')
})
