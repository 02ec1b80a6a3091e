import type { Evidence } from '#core'
import {
  asksForMore,
  changesIn,
  passedRuns,
  type Row,
  readable,
  type Standing,
  wantedBy,
} from '#planner'
import type { Deps } from '../deps/deps.js'
import { askedIn } from '../step/asked.js'
import { evidenceNumber } from '../step/evidence_number.js'
import { type Frame, ordered, planNow } from '../step/frame.js'
import { acceptedTests, readNow } from './accepted.js'
import { type BarredDeps, barredTests } from './barred_tests.js'
import { sessionChanges, taskChanges } from './net_changes.js'
import { draftRow, type FreshRow, freshRows, rowsOf, toRow } from './rows.js'

const NEWEST = 6
const LOOK_BACK = 60
/** Rows that are searched for a run of an earlier task. */
const EARLIER_ROWS = 1_000
/** Kinds of an earlier task of the session that may be cited: what was read is still read. */
const READS = new Set(['file_read', 'symbol_lookup', 'web_page', 'shell_output'])

export type StandingDeps = BarredDeps & Pick<Deps, 'checks' | 'memory'>

/**
 * What the judge may rely on: the ledger's rows, those that this step is about to add, and the tree. What reads many
 * rows or files is read when it is asked for: a step that goes on asks for little of it.
 */
export function standingOf(frame: Frame, deps: StandingDeps): Standing {
  const { ledger, workspace, checks } = deps
  const { session, task } = frame.view
  const fresh = freshRows(frame)
  const rows = once(() => rowsOf(frame, deps))
  const project = once(() => workspace.testProject(checks.testCommand))
  const standing: Standing = lazily<Standing>({
    asked: () => readable(askedIn(frame, deps)),
    askedBefore: () => {
      const all = ledger.tasks({ sessionId: session.id, inConversation: true })
      const now = all.find(({ id }) => id === task.id)?.createdMs ?? 0
      const earlier = all.filter(({ id, createdMs }) => id !== task.id && createdMs <= now)
      return readable(earlier.toSorted((a, b) => a.createdMs - b.createdMs).at(-1)?.text ?? '')
    },
    askedAt: () => newestRequest(rows(), (id) => textOf(id, fresh, ledger)),
    // In plan mode nothing may change: the plan is the answer.
    wants: () =>
      (session.mode === 'plan' || standing.onlyTeaches) && wantedBy(task.text) === 'change'
        ? 'report'
        : wantedBy(task.text),
    isPlan: () => session.mode === 'plan' && wantedBy(task.text) === 'change',
    onlyTeaches: () => deps.memory?.onlyTeaches(standing.asked) ?? false,
    triedEdit: () => hasTriedEdit(frame, deps),
    rows,
    earlierTest: () => earlierTest(frame, deps),
    find: () => (id) => findRow(id, { frame, fresh, ledger }),
    textOf: () => (id) => textOf(id, fresh, ledger),
    newest: () => rows().slice(-NEWEST).reverse().map(describe),
    broken: () => brokenFiles(rows()),
    testCommand: () => project().command,
    barredTests: () => barredTests(project().command, session.id, deps),
    checkTexts: () => {
      const { command, scripts, inner } = project()
      return command === null ? [] : [command, ...scripts, ...inner]
    },
    testFiles: () => project().files,
    uncovered: () =>
      workspace.findUncovered(
        standing.changes.map(({ path }) => path),
        { runs: passedRuns(standing), tests: project().files },
      ),
    findUnreached: () => (paths) =>
      workspace.findUnreached(paths, [...project().files, ...project().inner]),
    unparsed: () => frame.unparsed,
    testInputs: () => {
      const all = sessionChanges(frame, deps)
      const made = new Set(all.filter(({ before }) => before === null).map(({ path }) => path))
      return workspace.testInputs(
        all,
        [...project().files, ...project().programs].filter((path) => !made.has(path)),
      )
    },
    filesNaming: () => (name) => workspace.filesNaming(name),
    textOfFile: () => (path) => readNow(workspace, path)?.toString('utf8') ?? '',
    changes: () => taskChanges(frame, deps),
    sessionChanges: () => sessionChanges(frame, deps),
    accepted: () => acceptedTests(session.id, deps),
    changedSince: () => changedSince(rows(), frame),
    running: () => workspace.background.running(),
    restoredAfter: () => restoredAfter(frame, ledger),
    tree: () => frame.look?.tree ?? null,
    openItems: () =>
      planNow(frame)
        // A step that was read from words reminds. It does not keep a task open.
        .filter(({ kind, status }) => kind !== 'root' && kind !== 'item' && status !== 'resolved')
        .map(({ text }) => text),
    refusals: () => refusalsOf(frame, deps),
  })
  return standing
}

/** Ids of the last edits and the last test, for an end that cites nothing. */
export function autoCites(frame: Frame, { ledger }: Pick<Deps, 'ledger'>): string[] {
  const all = rowsOf(frame, { ledger })
    // A refused call shows nothing of what it asked for.
    .filter(({ kind, subject }) => kind !== 'decision' && subject !== 'gate')
    .reverse()
  const test = all.find((row) => row.kind === 'test_result')
  const edits = all.filter((row) => row.kind === 'edit_applied').slice(0, 3)
  const reads = edits.length > 0 ? [] : all.slice(0, 3)
  return [
    ...new Set([...edits, ...reads, ...(test === undefined ? [] : [test])].map((row) => row.id)),
  ]
}

/** Whether the tests passed in the last run before the task's first edit; null: unknown. */
export function testsBefore(taskId: string, { ledger }: Pick<Deps, 'ledger'>): boolean | null {
  const [first] = ledger.find({ taskId, kind: 'edit_applied', oldest: true, limit: 1 })
  const limit = first === undefined ? null : evidenceNumber(first.id)
  const tests = ledger.find({ taskId, kind: 'test_result', limit: 1_000 })
  const before = tests.find(({ id }) => limit === null || evidenceNumber(id) < limit)
  return typeof before?.facts.passed === 'boolean' ? before.facts.passed : null
}

/** The last test run of earlier tasks of the session; null: there is none, or something was changed after it. */
function earlierTest({ view }: Frame, { ledger }: Pick<Deps, 'ledger'>): Row | null {
  const newest = ledger
    .find({ sessionId: view.session.id, limit: EARLIER_ROWS })
    .filter(({ taskId }) => taskId !== view.task.id)
    .map(toRow)
  const row = newest.find(
    (one) => one.kind === 'test_result' || one.kind === 'edit_applied' || changesIn(one).length > 0,
  )
  return row?.kind === 'test_result' ? row : null
}

/** Files that did not parse after their newest edit. */
function brokenFiles(rows: readonly Row[]): string[] {
  const last = new Map<string, boolean>()
  for (const { kind, subject, facts } of rows)
    if (kind === 'edit_applied') last.set(subject, false)
    else if (facts.code === 'syntax_error') last.set(subject, true)
  return [...last].filter(([, broken]) => broken).map(([path]) => path)
}

/** The newest message of the user in this task that asks for a change. */
function newestRequest(rows: readonly Row[], text: (id: string) => string): number | null {
  const said = rows.findLast(
    ({ id, kind, subject, facts }) =>
      kind === 'decision' && subject === 'user' && facts.author === 'user' && asksForMore(text(id)),
  )
  return said?.number ?? null
}

/** Files that background commands changed after the last test run. */
function changedSince(rows: readonly Row[], { look }: Frame): string[] {
  const changed = look?.byBackground ?? []
  if (changed.length === 0) return []
  const test = rows.findLast(({ kind }) => kind === 'test_result')
  return test?.facts.tree === look?.tree ? [] : changed.map(({ path }) => path)
}

/** The newest row before an undo or redo by a person, finished or not. */
function restoredAfter({ view }: Frame, ledger: Deps['ledger']): number | null {
  const [restored] = ledger.restores(view.session.id).filter(({ notice }) => notice !== '')
  return restored?.afterEvidence ?? null
}

/** Ends that were refused before: calls that ask for a change of the plan, and corrections in a row. */
function refusalsOf(frame: Frame, { ledger, registry }: StandingDeps): number {
  const { view } = frame
  const isPlan = (tool: string) => registry.find(tool)?.effect === 'plan'
  const before = ledger
    .stepsOf(view.task.id, LOOK_BACK)
    .flatMap(({ calls }) => calls.filter(({ tool, ok }) => !ok && isPlan(tool)))
  const now = ordered(frame).filter(({ tool, ok }) => !ok && isPlan(tool))
  return before.length + now.length + view.nudgesInARow
}

/** A call that should edit a file failed or was refused. */
function hasTriedEdit(frame: Frame, { ledger, registry }: StandingDeps): boolean {
  const isEdit = (tool: string) => registry.find(tool)?.effect === 'edit'
  return (
    ordered(frame).some(({ tool, ok }) => !ok && isEdit(tool)) ||
    ledger
      .stepsOf(frame.view.task.id, LOOK_BACK)
      .some(({ calls }) => calls.some(({ tool, ok }) => !ok && isEdit(tool)))
  )
}

function findRow(
  id: string,
  { frame, fresh, ledger }: { frame: Frame; fresh: FreshRow[]; ledger: Deps['ledger'] },
): Row | 'foreign' | null {
  const now = fresh.find((row) => row.id === id)
  if (now !== undefined) return draftRow(now)
  const row = ledger.evidence(id)
  if (row === null) return null
  const { session, task } = frame.view
  if (row.taskId === task.id) return toRow(row)
  const isOwn = [...ledger.tasks({ sessionId: session.id }), ...frame.view.earlier].some(
    ({ id: taskId }) => taskId === row.taskId,
  )
  return isOwn && READS.has(row.kind) ? toRow(row) : 'foreign'
}

function textOf(id: string, fresh: FreshRow[], ledger: Deps['ledger']): string {
  const now = fresh.find((row) => row.id === id)
  const row: Evidence | null = now === undefined ? ledger.evidence(id) : null
  const bytes = now?.draft.payload ?? (row === null ? null : ledger.payload(row.payloadHash))
  return bytes === null || bytes.includes(0) ? '' : bytes.toString('utf8')
}

function describe({ id, summary }: Row): string {
  return `${id} (${summary.replace(/\s+/g, ' ').slice(0, 60)})`
}

/** An object whose fields are made when they are first read, each once. */
function lazily<T extends object>(makers: { [Key in keyof T]: () => T[Key] }): T {
  const made: Partial<T> = {}
  for (const key in makers)
    Object.defineProperty(made, key, { enumerable: true, get: once(makers[key]) })
  return made as T
}

function once<T>(make: () => T): () => T {
  let value: { made: T } | null = null
  return () => {
    value ??= { made: make() }
    return value.made
  }
}
