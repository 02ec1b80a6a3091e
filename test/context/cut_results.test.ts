import t from 'tap'
import { estimateMessages, loadSections, type PromptInput } from '#context'
import type { Evidence, Message } from '#core'
import { openSearch } from '../../libs/context/open_search.js'
import { cutCalls } from '../../libs/context/text/cut_calls.js'
import { cutToAims } from '../../libs/context/text/cut_to_aims.js'
import { usedLines } from '../../libs/context/used.js'
import { findCallMark } from '../../libs/tools/edit/guards/find_result_marks.js'
import { makeNode } from '../kit/ledger.js'

const sections = await loadSections()

const ROWS = Array.from({ length: 60 }, (_, n) => `row ${1_000 + n}; depth ${n * 37}; state open`)

function row(id: number, over: Partial<Evidence>): Evidence {
  const own = { id: `e${id}`, step: id, taskId: 't', subject: '', summary: '', facts: {} }
  return { kind: 'file_read', payloadHash: `e${id}`, ...own, ...over } as unknown as Evidence
}

function inputOf(evidence: Evidence[], payloads: Record<string, string>): PromptInput {
  return {
    task: 'fix it',
    additions: [],
    earlier: [],
    plan: [makeNode('n1', '')],
    project: { testCommand: null, entries: [] },
    evidence,
    payload: ({ id }) => payloads[id] ?? '',
    current: () => null,
  }
}

t.test('a cut read names the lines that it shows, and no others', async (t) => {
  const lines = [...ROWS]
  lines[40] = 'the base of opal is 346 units'
  const content = ['[e7] data/opal.txt lines 14-73 of 161', ...lines, '… 88 lines follow.'].join(
    '\n',
  )
  for (const aims of [new Set(['opal']), new Set<string>()]) {
    const cut = cutToAims(content, aims, 200)
    t.equal(cut.includes('base of opal'), aims.size > 0)
    t.match(cut, / are left out\. read_file with path e7 shows them\.$/)
    let next = 0
    for (const line of cut.split('\n').slice(0, -1)) {
      const [, from, to] = /data\/opal\.txt lines (\d+)-(\d+) of 161$/.exec(line) ?? []
      if (from !== undefined && to !== undefined) next = Number(from)
      else t.equal(line, lines[next++ - 14], `line ${next - 1}`)
    }
  }
  t.equal(
    cutToAims(content, new Set(), 30),
    '[e7] data/opal.txt 14-73 of 161 was read here. Its lines are left out. read_file with path e7 shows them.',
  )
})

t.test('a read is used when a line of it became a fact', async (t) => {
  const read = row(3, {})
  const payload = () => 'a\nexport const OPAL_LIMIT = 4711\nb'
  const used = (text: string, step = 4) =>
    usedLines(read, { statements: [{ step, text }], payload })
  t.same(used('The limit of opal is 4711.'), ['export const OPAL_LIMIT = 4711'])
  t.same(used('The limit of opal is 4712.'), [], 'another value')
  t.same(used('The bug is at line 4711.'), [], 'no word of the line')
  t.same(used('The limit of opal is 4711.', 9), [], 'much later')
})

t.test('the list of the last search stays while files of it are open', async (t) => {
  const found = 'grep "old": 3 matches in 3 files\na.ts\n1: old()\nb.ts\n4: old\nc.ts\n2: x.old'
  const search = row(1, { kind: 'symbol_lookup', subject: 'old' })
  const edit = (id: number, path: string) => row(id, { kind: 'edit_applied', facts: { path } })
  const text = (evidence: Evidence[]) => openSearch(inputOf(evidence, { e1: found }))?.text ?? null
  t.equal(text([search]), null, 'nothing was edited: it may be a mere look')
  t.equal(text([edit(2, 'a.ts'), search]), 'b.ts:4: old\nc.ts:2: x.old')
  t.equal(text([edit(4, 'c.ts'), edit(3, 'b.ts'), edit(2, 'a.ts'), search]), null)
})

t.test(
  'in a small block all edits keep a line; the map does not show what an edit changed',
  async (t) => {
    const rows = Array.from({ length: 12 }, (_, n) =>
      row(n + 1, {
        kind: 'edit_applied',
        subject: `src/f${n}.ts`,
        facts: { path: `src/f${n}.ts` },
      }),
    ).reverse()
    const diff = `--- a\n+++ b\n-import { fetchRow } from '../some/long/path/rows.mjs'\n+import { loadRow } from '../some/long/path/rows.mjs'`
    const input = inputOf(rows, Object.fromEntries(rows.map(({ id }) => [id, diff])))
    const edits = sections.find(({ name }) => name === 'edits')
    const lines = edits?.render(input, 260).split('\n').slice(1) ?? []
    t.equal(lines.length, 12)
    for (const [n, line] of lines.entries())
      t.match(line, new RegExp(`src/f${n}\\.ts: \\+.*loadRow`))
    // Where that is too much, files with the same new text share a line: none is forgotten.
    const paths = rows.map(({ subject }) => subject).reverse()
    const joined = edits?.render(input, 110).split('\n').slice(1)
    t.same(joined, [`edited ${paths.join(', ')}: +…loadRow } from '../some/…`])
    const map = sections.find(({ name }) => name === 'map')
    const files = [0, 99].map((n) => ({
      path: `src/f${n}.ts`,
      signatures: [{ line: 3, text: `function in${n}()`, value: 1 }],
    }))
    const shown = map?.render({ ...input, map: { files, left: 0, tokens: 400 } }, 400) ?? ''
    t.match(shown, 'in99')
    t.notMatch(shown, 'in0')
  },
)

t.test('a call that is too long keeps its names, its beginning and its end', async (t) => {
  const written = (given: Record<string, unknown>): Message => ({
    role: 'assistant',
    content: 'I write the check.',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'x', arguments: JSON.stringify(given) } },
    ],
  })
  const text = ['first line', ...ROWS, 'last line'].join('\n')
  const message = written({ path: 'a.txt', edits: [{ old_str: 'short', new_str: text }], line: 3 })
  t.equal(cutCalls(message, 10_000), message, 'one that fits stays as it is')
  const cut = cutCalls(message, 300)
  t.ok(estimateMessages([cut]) <= 300)
  const given = JSON.parse(cut.tool_calls?.[0]?.function.arguments ?? '')
  t.match(given, { path: 'a.txt', edits: [{ old_str: 'short' }], line: 3 })
  t.match(
    given.edits[0].new_str,
    /^first line\n.*\n… \d+ lines left out\. The call had them\.\n.*last line$/s,
  )
  const shown = given.edits[0].new_str.split('\n').length - 1
  t.match(given.edits[0].new_str, `… ${ROWS.length + 2 - shown} lines left out`)
  const long = JSON.parse(
    cutCalls(written({ content: 'abc '.repeat(3_000) }), 300).tool_calls?.[0]?.function.arguments ??
      '',
  )
  t.match(long.content, /^abc .* … \d+ characters left out … .*abc $/)
  for (const copied of [given.edits[0].new_str, long.content]) t.ok(findCallMark(copied))
  t.notOk(findCallMark(text))
  // Less than the names and marks take is not possible: the message stays a call.
  t.equal(JSON.parse(cutCalls(message, 1).tool_calls?.[0]?.function.arguments ?? '').path, 'a.txt')
})
