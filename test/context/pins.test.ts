import t from 'tap'
import type { PromptInput } from '#context'
import type { Evidence } from '#core'
import { pinnedRows } from '../../libs/context/input/pins.js'

const read = (step: number, path: string, lines: string) =>
  ({ kind: 'file_read', step, subject: path, facts: { path, lines } }) as Partial<Evidence>
const search = (step: number, subject: string) =>
  ({ kind: 'symbol_lookup', step, subject, facts: {} }) as Partial<Evidence>
const edit = (step: number) =>
  ({ kind: 'edit_applied', step, subject: 'a.ts', facts: { path: 'a.ts' } }) as Partial<Evidence>

/** The steps of the pinned rows, for rows given oldest first and rebuilds after these steps. */
function pins(rows: readonly Partial<Evidence>[], rebuiltAfter: number[]): number[] {
  const evidence = rows.map((row, at) => ({ id: `e${at + 1}`, ...row })).reverse()
  return pinnedRows({ evidence, rebuiltAfter } as unknown as PromptInput).map(({ step }) => step)
}

t.test('what was asked for again after a rebuild is pinned, the newest once', async (t) => {
  const plan = [read(1, 'plan.md', '1-30'), read(6, 'plan.md', '10-30'), read(9, 'plan.md', '1-30')]
  t.same(pins(plan, [4]), [6], 'only the read that a rebuild made necessary')
  t.same(pins(plan, [4, 7]), [9])
  t.same(pins(plan, []), [])
  t.same(pins(plan, [20]), [], 'nothing was asked for after it')
  t.same(pins([read(1, 'a.ts', '1-30'), read(6, 'a.ts', '31-60')], [4]), [], 'other lines')
  t.same(pins([read(1, 'a.ts', '1-30'), read(6, 'b.ts', '1-30')], [4]), [], 'another file')
})

t.test('a search from before an edit is not pinned; a file is', async (t) => {
  const rows = [search(1, 'x'), read(1, 'a.ts', '1-9'), search(6, 'x'), read(6, 'a.ts', '1-9')]
  t.same(pins(rows, [4]), [6, 6])
  t.same(pins([...rows, edit(7)], [4]), [6])
})
