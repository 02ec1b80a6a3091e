import type { EvidenceKind, Json } from '#core'
import type { End, FileChange, Row, Standing } from '#planner'

export function row(
  number: number,
  kind: EvidenceKind,
  facts: Record<string, Json> = {},
  subject = 'x',
): Row {
  return { id: `e${number}`, number, kind, subject, summary: subject, facts }
}
export const read = row(1, 'file_read', {}, 'src/a.ts')
export const edit = (number = 8, path = 'src/a.ts') => row(number, 'edit_applied', {}, path)
export const run = (number: number, passed: boolean | null, more: Record<string, Json> = {}) =>
  row(number, 'test_result', { passed, scope: 'all', ...more }, 'npm test')
export const CHANGE: FileChange = { path: 'src/a.ts', before: 'a\n', after: 'b\n' }
export const END: End = { cites: ['e1'], summary: 'x', isTask: true }

export function standing(rows: Row[], over: Partial<Standing> = {}): Standing {
  const changes = over.changes ?? (rows.some(({ kind }) => kind === 'edit_applied') ? [CHANGE] : [])
  return {
    asked: 'fix src/a.ts',
    askedBefore: '',
    askedAt: null,
    wants: 'change',
    triedEdit: false,
    rows,
    find: (id) => rows.find((one) => one.id === id) ?? (id === 'e50' ? 'foreign' : null),
    textOf: () => '',
    newest: ['e9 (all tests pass)', 'e8 (edited a.ts)'],
    broken: [],
    testCommand: 'npm test',
    checkTexts: ['npm test', 'node --test'],
    testFiles: ['test/a.test.js'],
    uncovered: [],
    findUnreached: () => [],
    unparsed: [],
    testInputs: new Map(),
    filesNaming: () => [],
    textOfFile: () => '',
    changes,
    sessionChanges: changes,
    accepted: new Set(),
    changedSince: [],
    restoredAfter: null,
    tree: null,
    openItems: [],
    refusals: 0,
    ...over,
  }
}
