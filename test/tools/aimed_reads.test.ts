import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { estimateTokens } from '#core'
import { createRegistry, type Focus, loadBuiltinTools, namedLines } from '#tools'
import { openWorkspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())

/** 600 lines: a function every 30 lines. */
const CODE = Array.from({ length: 600 }, (_, at) =>
  at % 30 === 0 ? `export function part${at / 30}(items) {` : `  total${at + 1} += items[${at}]`,
)

/** Reads long.ts, the cap of a read 400 tokens and of a result 700. */
async function read(
  t: Test,
  { args = {}, lines = [] as number[], text = CODE.join('\n'), name = 'long.ts' } = {},
) {
  const root = t.testdir({})
  writeFileSync(join(root, name), `${text}\n`)
  const workspace = openWorkspace({ root, deny: [], env: process.env })
  const focus = (): Focus | null => (lines.length === 0 ? null : { lines, by: 'the search for x' })
  const checked = registry.validate({
    id: 'c',
    name: 'read_file',
    arguments: { path: name, ...args },
  })
  if (!checked.ok) throw new Error(checked.message)
  const caps = { resultTokens: 700, readTokens: { whole: 600, part: 400, value: 160 }, focus }
  return checked.tool.run(checked.input, toolContext(workspace, caps))
}

t.test(
  'row 86: a long file without a range shows the part that the last search named, and its outline',
  async (t) => {
    const result = await read(t, { lines: [398] })
    const [head = '', ...rest] = result.text.split('\n')
    const [, first, last] = /^long\.ts lines (\d+)-(\d+) of 600$/.exec(head) ?? []
    t.ok(Number(first) < 398 && Number(last) > 398, head)
    const shown = Number(last) - Number(first) + 1
    t.same(rest.slice(0, shown), CODE.slice(Number(first) - 1, Number(last)))
    t.equal(rest[shown], '… Outline of long.ts, as line: definition.')
    t.match(result.text, /\n391: export function part13\(items\)\n/)
    t.match(
      result.text,
      new RegExp(
        `… ${Number(first) - 1} lines before and ${600 - Number(last)} lines after are not shown\\. This part is what the search for x named\\. Call read_file with start_line and end_line for other lines\\.$`,
      ),
    )
    t.ok(estimateTokens(result.text) <= 400, `${estimateTokens(result.text)} tokens`)
    t.match(result.evidence?.[0], {
      summary: `read long.ts ${first}-${last} of 600`,
      facts: { lines: `${first}-${last}`, total: 600 },
    })
    t.equal(result.evidence?.[0]?.payload.toString(), rest.slice(0, shown).join('\n'))
  },
)

t.test('most of the named lines are shown, and the others are listed', async (t) => {
  const result = await read(t, { lines: [20, 300, 304, 590] })
  t.match(result.text, /total304 .*It also names lines 20, 590\./s)
})

t.test('without a place the beginning is shown, with the outline', async (t) => {
  const result = await read(t)
  t.match(result.text, /^long\.ts lines 1-\d+ of 600\nexport function part0/)
  t.match(result.text, /\n\d+: export function part\d+/)
  t.match(result.text, /… \d+ lines follow\. Call read_file with start_line \d+ for the rest\.$/)
  t.ok(estimateTokens(result.text) <= 400)
  const small = await read(t, { text: 'one\ntwo', lines: [2] })
  t.equal(small.text, 'long.ts lines 1-2 of 2\none\ntwo', 'a small file is whole')
})

t.test('a range that fits is shown as asked', async (t) => {
  const result = await read(t, { args: { start_line: 100, end_line: 120 }, lines: [110] })
  t.equal(result.text, ['long.ts lines 100-120 of 600', ...CODE.slice(99, 120)].join('\n'))
})

t.test('a range that is too long is never cut in its middle', async (t) => {
  const aimed = await read(t, { args: { start_line: 10, end_line: 580 }, lines: [5, 398] })
  t.match(aimed.text, /total398 /)
  t.notMatch(aimed.text, /left out|Outline/)
  t.match(aimed.text, /lines before and \d+ lines after are not shown/)
  t.ok(estimateTokens(aimed.text) <= 700)
  const plain = await read(t, { args: { start_line: 10, end_line: 580 }, lines: [5, 590] })
  t.match(plain.text, /^long\.ts lines 10-\d+ of 600\n.*lines follow\. Call read_file/s)
  const on = await read(t, { args: { start_line: 10 }, lines: [398] })
  t.match(on.text, /^long\.ts lines 10-/, 'reading on goes on')
})

t.test(
  'files without definitions, with long lines or with thousands of definitions stay small',
  async (t) => {
    const data = Array.from({ length: 20_000 }, (_, at) => `row ${at + 1},${at * 7}`).join('\n')
    const plain = await read(t, { name: 'data.csv', text: data, lines: [15_000] })
    t.match(plain.text, /\nrow 15000,.*lines before and/s)
    t.notMatch(plain.text, /Outline/)
    const wide = await read(t, {
      name: 'wide.js',
      text: `a\n${'x = 1;'.repeat(9_000)}\nb`,
      lines: [2],
    })
    t.match(wide.text, /characters left out/)
    const many = Array.from({ length: 9_000 }, (_, at) => `export function f${at}() {}`).join('\n')
    const crowded = await read(t, { text: many, lines: [4_500] })
    t.match(crowded.text, /\n4500: export function f4499\(\) \{\}\n.*more definitions\. Call grep/s)
    const notes = Array.from({ length: 900 }, (_, at) =>
      at % 100 ? `text ${at}` : `## Part ${at}`,
    )
    t.match((await read(t, { name: 'a.md', text: notes.join('\n') })).text, /\n801: +## Part 800\n/)
    for (const { text } of [plain, wide, crowded]) t.ok(estimateTokens(text) <= 400)
  },
)

t.test('the lines that results name', async (t) => {
  const grep = { kind: 'symbol_lookup' as const, facts: { symbol: 'x' } }
  const text = 'grep "x": 3 matches in 2 files\nsrc/a.ts\n11- y\n12: x\n90: x\nsrc/b.ts\n3: x'
  t.same(namedLines('src/a.ts', grep, text), [12, 90])
  t.same(namedLines('src/b.ts', grep, text), [3])
  t.same(namedLines('src/c.ts', grep, text), [])
  t.same(namedLines('src/a.ts', grep, 'x: 1 definition\nsrc/a.ts:7: const x\nsrc/xa.ts:9: x'), [7])
  const run = (command: string) => ({ kind: 'shell_output' as const, facts: { command } })
  const trace =
    'at f (/home/u/p/src/a.ts:31:7)\n  File "src/a.py", line 8, in f\nsrc/a.ts(5,2): error'
  t.same(namedLines('src/a.ts', run('node x'), trace), [31, 5])
  t.same(namedLines('src/a.py', run('python x'), trace), [8])
  t.same(namedLines('pkg/parse_test.go', run('go test'), '    parse_test.go:44: got 1'), [44])
  t.same(namedLines('src/a.ts', run('grep -n x src/a.ts'), '4:x\n19:x y'), [4, 19])
  const diff = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -10,4 +10,4 @@\n one\n-two\n+TWO\n three\n four'
  const edit = { kind: 'edit_applied' as const, facts: { path: 'src/a.ts' } }
  t.same(namedLines('src/a.ts', edit, diff), [11])
  t.same(namedLines('src/b.ts', edit, diff), [])
})

t.test('a small result of a range has more than two lines of a file', async (t) => {
  const root = t.testdir({ 'rows.txt': `${ROWS.join('\n')}\n` })
  const workspace = openWorkspace({ root, deny: [], env: process.env })
  const call = { id: 'c', name: 'read_file', arguments: { path: 'rows.txt', start_line: 20 } }
  const checked = registry.validate(call)
  if (!checked.ok) throw new Error(checked.message)
  const result = await checked.tool.run(
    checked.input,
    toolContext(workspace, { resultTokens: 110 }),
  )
  const shown = result.text.split('\n').filter((line) => line.startsWith('row '))
  t.ok(shown.length >= 5, result.text)
  t.ok(estimateTokens(result.text) <= 110, `${estimateTokens(result.text)} tokens`)
})

const ROWS = Array.from({ length: 200 }, (_, at) => `row ${at}; state open; depth ${at * 3}`)
