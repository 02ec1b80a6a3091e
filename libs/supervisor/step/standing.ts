import type { Evidence, EvidenceDraft } from '#core'
import type { Standing } from '#planner'
import type { Deps } from '../deps/deps.js'
import { evidenceNumber } from './evidence_number.js'
import { type Frame, numberOutcomes } from './frame.js'

const NEWEST = 6

type StandingDeps = Pick<Deps, 'ledger' | 'workspace' | 'checks'>

/** An evidence row that this step is about to add, with the id that it will get. */
interface FreshRow {
  id: string
  draft: EvidenceDraft
}

/** What the verifier may rely on: the ledger's rows, and those that this step is about to add. */
export function standingOf(frame: Frame, { ledger, workspace, checks }: StandingDeps): Standing {
  const taskId = frame.view.task.id
  const fresh = freshRows(frame)
  const edits = ledger.find({ taskId, kind: 'edit_applied', limit: 1_000 })
  const freshEdits = fresh.filter((row) => row.draft.kind === 'edit_applied')
  const freshTests = fresh.filter((row) => row.draft.kind === 'test_result')
  const lastTest = freshTests.at(-1)
  return {
    has: (id) => fresh.some((row) => row.id === id) || ledger.evidence(id) !== null,
    newest: newest(fresh, ledger.find({ taskId, limit: NEWEST })),
    editedPaths: new Set([
      ...edits.map((row) => row.subject),
      ...freshEdits.map((row) => row.draft.subject),
    ]),
    broken: brokenFiles(taskId, fresh, ledger),
    lastEdit: numberOrNull(freshEdits.at(-1)?.id) ?? lastChange(frame, ledger),
    lastTest:
      lastTest === undefined
        ? storedTest(frame.view.lastTest)
        : testOf(lastTest.id, lastTest.draft.facts.passed),
    testCommand: workspace.discoverTests(checks.testCommand)?.command ?? null,
  }
}

/** Ids of the last edits and the last test, for an end that cites nothing. */
export function autoCites(frame: Frame, { ledger }: Pick<Deps, 'ledger'>): string[] {
  const taskId = frame.view.task.id
  const rows = freshRows(frame).map((row) => ({ id: row.id, kind: row.draft.kind }))
  const before = ledger.find({ taskId, limit: 50 })
  const all = [...rows.reverse(), ...before]
  const test = all.find((row) => row.kind === 'test_result')
  const edits = all.filter((row) => row.kind === 'edit_applied').slice(0, 3)
  const reads = edits.length > 0 ? [] : all.slice(0, 3)
  return [
    ...new Set([...edits, ...reads, ...(test === undefined ? [] : [test])].map((row) => row.id)),
  ]
}

/** Whether the tests passed in the last run before the task's first edit; null: unknown. */
export function testsBefore(taskId: string, { ledger }: Pick<Deps, 'ledger'>): boolean | null {
  const first = numberOrNull(
    ledger.find({ taskId, kind: 'edit_applied', limit: 10_000 }).at(-1)?.id,
  )
  const tests = ledger.find({ taskId, kind: 'test_result', limit: 1_000 })
  const before = tests.find(({ id }) => first === null || evidenceNumber(id) < first)
  return before === undefined ? null : (storedTest(before)?.passed ?? null)
}

/** The rows that this step is about to add. */
export function freshRows(frame: Frame): FreshRow[] {
  return numberOutcomes(frame).flatMap(({ outcome, ids }) =>
    outcome.evidence.map((draft, index) => ({ id: ids[index] ?? '', draft })),
  )
}

/** Files that did not parse after their newest edit. */
function brokenFiles(taskId: string, fresh: FreshRow[], ledger: Deps['ledger']): string[] {
  const errors = ledger
    .find({ taskId, kind: 'diagnostic', limit: 200 })
    .filter(({ facts }) => facts.code === 'syntax_error')
  const paths = new Set([
    ...errors.map(({ subject }) => subject),
    ...fresh
      .filter(({ draft }) => draft.facts.code === 'syntax_error')
      .map(({ draft }) => draft.subject),
  ])
  return [...paths].filter((path) => {
    const ofPath = fresh.filter(({ draft }) => draft.subject === path).map(({ draft }) => draft)
    const rows = [...ofPath.reverse(), ...ledger.find({ taskId, subject: path, limit: 20 })]
    const last = rows.find(
      ({ kind, facts }) => kind === 'edit_applied' || facts.code === 'syntax_error',
    )
    return last?.kind === 'diagnostic'
  })
}

/** The last edit of the task, or a later undo or redo by a person: no older test proves that. */
function lastChange({ view }: Frame, ledger: Deps['ledger']): number | null {
  const edit = numberOrNull(view.lastEdit?.id)
  if (edit === null) return null
  const [restored] = ledger.restores(view.session.id).filter(({ status }) => status === 'done')
  return Math.max(edit, restored?.afterEvidence ?? 0)
}

function newest(fresh: FreshRow[], before: Evidence[]): string[] {
  const rows = [
    ...fresh.map((row) => ({ id: row.id, summary: row.draft.summary })).reverse(),
    ...before.map((row) => ({ id: row.id, summary: row.summary })),
  ]
  return rows
    .slice(0, NEWEST)
    .map((row) => `${row.id} (${row.summary.replace(/\s+/g, ' ').slice(0, 60)})`)
}

function storedTest(row: Evidence | null): Standing['lastTest'] {
  return row === null ? null : testOf(row.id, row.facts.passed)
}

function testOf(id: string, passed: unknown): Standing['lastTest'] {
  return { number: evidenceNumber(id), passed: typeof passed === 'boolean' ? passed : null }
}

function numberOrNull(id: string | undefined): number | null {
  return id === undefined ? null : evidenceNumber(id)
}
