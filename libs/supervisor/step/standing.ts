import type { Evidence, EvidenceDraft } from '#core'
import type { Standing } from '#planner'
import type { Deps } from '../deps/deps.js'
import { type Frame, numberOutcomes } from './frame.js'

const NEWEST = 6

/** What the verifier may rely on: the ledger's rows, and those that this step is about to add. */
export function standingOf(frame: Frame, deps: Deps): Standing {
  const { ledger } = deps
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
    lastEdit: numberOf(freshEdits.at(-1)?.id) ?? lastChange(frame, deps),
    lastTest:
      lastTest === undefined
        ? stored(frame.view.lastTest)
        : judged(lastTest.id, lastTest.draft.facts.passed),
    testCommand: deps.workspace.discoverTests(deps.testCommand)?.command ?? null,
  }
}

/** Ids that prove the state of things, for an end that cites nothing: last edits and last test. */
export function autoCites(frame: Frame, deps: Deps): string[] {
  const taskId = frame.view.task.id
  const rows = freshRows(frame).map((row) => ({ id: row.id, kind: row.draft.kind }))
  const before = deps.ledger.find({ taskId, limit: 50 })
  const all = [...rows.reverse(), ...before]
  const test = all.find((row) => row.kind === 'test_result')
  const edits = all.filter((row) => row.kind === 'edit_applied').slice(0, 3)
  const reads = edits.length > 0 ? [] : all.slice(0, 3)
  return [
    ...new Set([...edits, ...reads, ...(test === undefined ? [] : [test])].map((row) => row.id)),
  ]
}

/** How the tests were found: the last run before the task's first edit; null: none told. */
export function testsBefore(taskId: string, { ledger }: Pick<Deps, 'ledger'>): boolean | null {
  const first = numberOf(ledger.find({ taskId, kind: 'edit_applied', limit: 10_000 }).at(-1)?.id)
  const tests = ledger.find({ taskId, kind: 'test_result', limit: 1_000 })
  const before = tests.find(({ id }) => first === null || (numberOf(id) ?? 0) < first)
  return before === undefined ? null : (stored(before)?.passed ?? null)
}

/** Files whose newest edit was told that it leaves them unparsable. */
function brokenFiles(
  taskId: string,
  fresh: { id: string; draft: EvidenceDraft }[],
  ledger: Deps['ledger'],
): string[] {
  const faults = ledger
    .find({ taskId, kind: 'diagnostic', limit: 200 })
    .filter(({ facts }) => facts.code === 'syntax_error')
  const paths = new Set([
    ...faults.map(({ subject }) => subject),
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

/** The last edit of the task, or what a person put back or made again since: no older test proves that. */
function lastChange({ view }: Frame, { ledger }: Deps): number | null {
  const edit = numberOf(view.lastEdit?.id)
  if (edit === null) return null
  const [restored] = ledger.restores(view.session.id).filter(({ status }) => status === 'done')
  return Math.max(edit, restored?.afterEvidence ?? 0)
}

/** The rows that this step is about to add, with the ids that they will get. */
export function freshRows(frame: Frame): { id: string; draft: EvidenceDraft }[] {
  return numberOutcomes(frame).flatMap(({ outcome, ids }) =>
    outcome.evidence.map((draft, index) => ({ id: ids[index] ?? '', draft })),
  )
}

function newest(fresh: { id: string; draft: EvidenceDraft }[], before: Evidence[]): string[] {
  const rows = [
    ...fresh.map((row) => ({ id: row.id, summary: row.draft.summary })).reverse(),
    ...before.map((row) => ({ id: row.id, summary: row.summary })),
  ]
  return rows
    .slice(0, NEWEST)
    .map((row) => `${row.id} (${row.summary.replace(/\s+/g, ' ').slice(0, 60)})`)
}

function stored(row: Evidence | null): Standing['lastTest'] {
  return row === null ? null : judged(row.id, row.facts.passed)
}

function judged(id: string, passed: unknown): Standing['lastTest'] {
  return { number: numberOf(id) ?? 0, passed: typeof passed === 'boolean' ? passed : null }
}

function numberOf(id: string | undefined): number | null {
  return id === undefined ? null : Number(id.slice(1))
}
