import { countNoun, LIMITS, type Outcome, summarise, type ToolCall } from '#core'
import type { View } from '#ledger'
import type { Finding } from '#workspace'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { freshRows } from '../step/standing.js'
import { changedInTask } from './changed_lines.js'

interface Checker {
  name: string
  command: string
}

/** Complaints that a result shows. */
const SHOWN = 20
const MOST_ROWS = 200
/** What a checker says without holding it against anybody. */
const MILD = /^(warning|note|help|info)\b/i

/**
 * The type checkers and linters that look at a task's edits: the one of the settings, else those that the
 * project itself names and this machine has, over the changed files where they know single files.
 */
export function lintersFor({ view }: Frame, deps: Deps): Checker[] {
  const { lintCommand } = deps
  if (lintCommand !== undefined) return [{ name: lintCommand, command: lintCommand }]
  if (deps.autoCheck !== 'on') return []
  const paths = [...changedInTask(view, deps).keys()]
  return deps.workspace.planDiagnosis(paths).run.filter(({ named }) => named)
}

/**
 * Judges what such a checker said. Only the task's own doing counts: complaints about lines that it changed
 * and, where the checker ran in this session before the task's first edit, those that it did not make
 * then. A command of the settings is taken at its exit code.
 */
export function judgeLint(call: ToolCall, outcome: Outcome, frame: Frame, deps: Deps): Outcome {
  const { command } = call.arguments
  const checker = lintersFor(frame, deps).find((one) => one.command === command)
  const [row, ...others] = outcome.evidence
  if (checker === undefined || row === undefined) return outcome
  const tell = (complaints: number, told: Partial<Outcome>): Outcome => ({
    ...outcome,
    ...told,
    evidence: [
      {
        ...row,
        ...(told.text === undefined ? {} : { summary: summarise(told.text) }),
        facts: { ...row.facts, checker: checker.name, complaints },
      },
      ...others,
    ],
  })
  if (outcome.ok) return tell(0, {})
  if (command === deps.lintCommand) return tell(1, {})

  const findings = complaintsIn(row.payload, deps)
  if (findings.length === 0)
    return tell(0, {
      ok: true,
      text: `${checker.name} names no place, so it was not counted.\n${outcome.text}`,
    })
  const own = ownFindings(findings, checker.command, frame, deps)
  const elsewhere = findings.length - own.length
  const rest = elsewhere === 0 ? '' : ` (${elsewhere} elsewhere, not counted)`
  if (own.length === 0)
    return tell(0, {
      ok: true,
      text: `${checker.name}: no complaint about what you changed${rest}`,
    })
  const count = countNoun(own.length, 'complaint')
  const shown = own.slice(0, SHOWN).map(showFinding)
  return tell(own.length, {
    text: [`${checker.name}: ${count} about what you changed${rest}`, ...shown].join('\n'),
  })
}

/** Checkers whose last look at this task's edits found something; for the end, which says so. */
export function openComplaints(frame: Frame, deps: Deps): string[] {
  const { ledger } = deps
  const { id: taskId } = frame.view.task
  const facts = [
    ...freshRows(frame)
      .map(({ draft }) => draft.facts)
      .reverse(),
    ...ledger.find({ taskId, kind: 'shell_output', limit: MOST_ROWS }).map((row) => row.facts),
  ]
  const last = new Map<string, unknown>()
  for (const { checker, complaints } of facts)
    if (typeof checker === 'string' && !last.has(checker)) last.set(checker, complaints)
  const open = [...last].filter(([, complaints]) => Number(complaints) > 0).map(([name]) => name)
  if (open.length === 0) return []
  // What was taken back needs no checker any more.
  const due = new Set(lintersFor(frame, deps).map(({ name }) => name))
  return open.filter((name) => due.has(name))
}

function complaintsIn(output: Buffer, { workspace }: Deps): Finding[] {
  const findings = workspace.readFindings(output.toString('utf8'))
  return findings.filter(({ message }) => !MILD.test(message))
}

function ownFindings(
  findings: readonly Finding[],
  command: string,
  { view }: Frame,
  deps: Deps,
): Finding[] {
  const changed = changedInTask(view, deps)
  const before = madeBefore(command, view, deps)
  return findings.filter((finding) => {
    if (changed.get(finding.path)?.has(finding.line)) return true
    if (before === null) return false
    const key = keyOf(finding)
    const left = before.get(key) ?? 0
    before.set(key, left - 1)
    return left <= 0
  })
}

/** How often each complaint was made when this command ran last before the task's first edit; null: it did not. */
function madeBefore(
  command: string,
  { session, task }: View,
  deps: Deps,
): Map<string, number> | null {
  const { ledger } = deps
  const first = ledger.find({ taskId: task.id, kind: 'edit_applied', limit: 10_000 }).at(-1)
  const steps = ledger.recentSteps(session.id, LIMITS.checkLookBack)
  const tasks = new Set(steps.map(({ taskId }) => taskId))
  const rows = ledger.find({ subject: command, kind: 'shell_output', limit: MOST_ROWS })
  const row = rows.find(
    ({ id, taskId, facts }) =>
      tasks.has(taskId) && facts.exitCode !== null && numberOf(id) < numberOf(first?.id ?? ''),
  )
  if (row === undefined) return null
  const counts = new Map<string, number>()
  for (const finding of complaintsIn(ledger.payload(row.payloadHash), deps))
    counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1)
  return counts
}

/** Lines move when something is put in above them. */
function keyOf({ path, message }: Finding): string {
  return `${path}\n${message}`
}

function numberOf(id: string): number {
  return Number(id.slice(1))
}

function showFinding({ path, line, column, message }: Finding): string {
  return `${path}:${line}${column === null ? '' : `:${column}`} ${message}`
}
