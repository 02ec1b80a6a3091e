import t from 'tap'
import { loadSections, type PromptInput } from '#context'
import type { Evidence } from '#core'

const section = (await loadSections()).find(({ name }) => name === 'step_log')

/** The section for these rows, given oldest first. */
function log(rows: readonly Partial<Evidence>[], budget = 1_000): string {
  const evidence = rows.map((row, at) => ({ id: `e${at + 1}`, facts: {}, summary: '', ...row }))
  return section?.render({ evidence: evidence.reverse() } as unknown as PromptInput, budget) ?? ''
}

const search = (pattern: string): Partial<Evidence> => ({
  kind: 'symbol_lookup',
  subject: pattern,
  summary: `grep "${pattern}" in src/atlas: 24 matches in 24 files: a, b, c (+21)`,
  facts: { symbol: pattern },
})
const read = (from: number, to: number, hash = 'h'): Partial<Evidence> => ({
  kind: 'file_read',
  subject: 'src/a.ts',
  summary: `read src/a.ts ${from}-${to} of 900`,
  facts: { path: 'src/a.ts', hash, lines: `${from}-${to}`, total: 900 },
})
const test = (command: string, summary: string): Partial<Evidence> => ({
  kind: 'test_result',
  subject: command,
  summary,
  facts: { command },
})

t.test('a line names the call, its query and its outcome', async (t) => {
  t.equal(
    log([
      search('Norwegian'),
      read(120, 180),
      test('npm test', 'failed: npm test (12 passed, 2 failed, exit 1)\nadds up'),
      { kind: 'shell_output', subject: 'make  lib', summary: 'exit code 2: no rule' },
    ]),
    [
      'Done so far:',
      'e1 grep "Norwegian" in src/atlas: 24 matches in 24 files: a, b, c (+21)',
      'e2 read src/a.ts 120-180 of 900',
      'e3 run npm test: failed (12 passed, 2 failed, exit 1) adds up',
      'e4 run make lib: exit code 2: no rule',
    ].join('\n'),
  )
})

t.test('edits, notes and looks at an edited file are left to their own sections', async (t) => {
  const edit: Partial<Evidence> = {
    kind: 'edit_applied',
    subject: 'src/a.ts',
    summary: 'src/a.ts: +1 -1\n+const b = 2',
    facts: { path: 'src/a.ts' },
  }
  const note: Partial<Evidence> = { kind: 'decision', subject: 'factor', summary: 'it is 8117' }
  const only: Partial<Evidence> = {
    kind: 'symbol_lookup',
    subject: 'b',
    summary: 'grep "b" in src/a.ts: 1 match in 1 file: src/a.ts',
    facts: { symbol: 'b', path: 'src/a.ts' },
  }
  t.equal(
    log([read(120, 180), only, edit, note, read(1, 20, 'after the edit')]),
    'Done so far:\ne5 read src/a.ts 1-20 of 900',
  )
})

t.test(
  'equal lines are one, at the place of the newest; reads of a file are one with their lines',
  async (t) => {
    const rows = [search('x'), read(1, 60), search('y'), search('x'), read(61, 90), read(200, 210)]
    t.equal(
      log([...rows, search('x'), read(5, 9, 'after an edit')]),
      [
        'Done so far:',
        'e3 grep "y" in src/atlas: 24 matches in 24 files: a, b, c (+21)',
        'e6 read src/a.ts 1-90, 200-210 of 900 (×3)',
        'e7 grep "x" in src/atlas: 24 matches in 24 files: a, b, c (+21) (×3)',
        'e8 read src/a.ts 5-9 of 900',
      ].join('\n'),
    )
  },
)

t.test('looks at a file that was edited afterwards are left out', async (t) => {
  const look = { ...search('version'), facts: { symbol: 'version', path: 'src/a.ts' } }
  const edit: Partial<Evidence> = {
    kind: 'edit_applied',
    subject: 'src/a.ts',
    summary: 'src/a.ts: +1 -1',
    facts: { path: 'src/a.ts' },
  }
  const rows = [look, read(1, 60), search('other'), edit, read(5, 9, 'new')]
  t.equal(
    log(rows).replace(/: 24.*/, ''),
    'Done so far:\ne3 grep "other" in src/atlas\ne5 read src/a.ts 5-9 of 900',
  )
})

t.test('the log is bounded: the oldest lines go first, and one line is short', async (t) => {
  const many = Array.from({ length: 200 }, (_, at) => search(`word${at}`))
  const text = log(many, 300)
  t.match(text, /^Done so far \(\d+ older lines are in the ledger\):\n/)
  t.match(text, /word199/)
  t.notMatch(text, /word1"/)
  const long = log([{ kind: 'shell_output', subject: 'x'.repeat(900), summary: 'exit code 1: no' }])
  t.match(long, /^Done so far:\ne1 run x+…: exit code 1: no$/)
  t.ok(long.length < 200)
})
