import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())

function open(t: Test, files: Record<string, string>) {
  const root = t.testdir({})
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const workspace = openWorkspace({ root, deny: ['.env'], env: process.env })
  return (name: string, args: Record<string, unknown>) => {
    const checked = registry.validate({ id: 'c', name, arguments: args })
    if (!checked.ok) throw new Error(checked.message)
    return checked.tool.run(checked.input, toolContext(workspace))
  }
}

const LINES = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`)

t.test('row 168: find_and_read finds by name and reads', async (t) => {
  const call = open(t, { 'src/a.ts': 'one\n', 'src/b.ts': 'two\n', 'c.md': 'x', '.env': 'SECRET' })
  const one = await call('find_and_read', { pattern: 'a.ts' })
  t.equal(one.text, 'src/a.ts lines 1-1 of 1\none')
  t.match(one.evidence, [
    { kind: 'file_read', subject: 'src/a.ts', facts: { hash: /^[0-9a-f]{64}$/ } },
  ])
  const two = await call('find_and_read', { pattern: '*.ts' })
  t.match(two.text, /a\.ts lines 1-1 of 1\none\n\nsrc\/b\.ts lines 1-1 of 1\ntwo/)
  t.match(await call('find_and_read', { pattern: 'z*' }), { ok: true, text: /No file matches z\*/ })
  t.match((await call('find_and_read', { pattern: '.env' })).text, /No file matches/)
  const many = open(t, Object.fromEntries(LINES.map((line) => [`${line}.txt`, `${line}\n`])))
  t.match((await many('find_and_read', { pattern: '*.txt' })).text, /… 27 more files\. Call glob/)
})

t.test(
  'row 168: read_and_patch shows the changed place, or the file when the text is not in it',
  async (t) => {
    const call = open(t, { 'a.txt': `${LINES.join('\n')}\n` })
    const done = await call('read_and_patch', {
      path: 'a.txt',
      old_str: 'line 15',
      new_str: 'new\nlines',
    })
    t.match(
      done.text,
      /^edited a\.txt: \+2 -1\nlines 10-21 are now:\nline 10\n.*line 14\nnew\nlines\nline 16/s,
    )
    t.equal(done.edits?.length, 1)
    t.match(done.evidence, [{ kind: 'edit_applied' }])
    const missed = await call('read_and_patch', {
      path: 'a.txt',
      old_str: 'nowhere to be found',
      new_str: 'x',
    })
    t.match(missed, { ok: false, text: /Nothing was changed\. The file:\na\.txt lines 1-30 of 30/ })
    t.equal(missed.edits, undefined)
    t.match(missed.evidence, [{ kind: 'file_read', subject: 'a.txt' }])
    t.match(await call('read_and_patch', { path: 'gone', old_str: 'a', new_str: 'b' }), {
      ok: false,
    })
  },
)

t.test('row 168: search_and_read reads the places with the most matches', async (t) => {
  const file = (marks: number[]) =>
    Array.from({ length: 200 }, (_, at) => (marks.includes(at + 1) ? 'needle' : `l${at + 1}`)).join(
      '\n',
    )
  const call = open(t, {
    'few.ts': file([100]),
    'many.ts': file([20, 120, 130, 140]),
    'c.ts': file([1]),
    'd.ts': file([2]),
    '.env': 'needle',
  })
  const found = await call('search_and_read', { query: 'needle' })
  t.match(
    found.text,
    /^search_and_read "needle": 7 matches in 4 files\n\nmany\.ts lines 105-155 of 200\nl105\n/,
  )
  t.match(found.evidence, [
    {
      kind: 'file_read',
      subject: 'many.ts',
      summary: 'search_and_read "needle": read many.ts 105-155 of 200',
      facts: { lines: '105-155' },
    },
    {},
    {},
  ])
  t.match(found.text, /… also in \w+\.ts\. Call grep to see these lines\.$/m)
  t.match(found.text, /\n\nNot searched: 1 denied file\.$/, 'row 85: as grep says it')
  t.notMatch(found.text, /\.env/)
  const one = await call('search_and_read', { pattern: 'needle', path: 'c.ts' })
  t.match(
    one.text,
    /^search_and_read "needle" in c\.ts: 1 match in 1 file\n\nc\.ts lines 1-16 of 200\nneedle/,
  )
  t.match(await call('search_and_read', { pattern: 'nowhere' }), {
    ok: true,
    text: /^No match for nowhere/,
  })
  t.match(await call('search_and_read', { pattern: '(' }), { ok: false })
})
