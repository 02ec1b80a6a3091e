import { countNoun, LIMITS, type Outcome, summarise, type ToolCall } from '#core'
import type { View } from '#ledger'
import type { Finding } from '#workspace'
import type { Deps } from '../deps/deps.js'
import { evidenceNumber } from '../step/evidence_number.js'
import type { Frame } from '../step/frame.js'
import { changedInTask } from './changed_lines.js'
import { lintersFor } from './linters.js'

/** Maximum complaints that a result shows. */
const SHOWN = 20
const MOST_ROWS = 200
/** Messages of a checker that are not errors. */
const MILD = /^(warning|note|help|info)\b/i

type LintDeps = Pick<Deps, 'ledger' | 'workspace' | 'checks'>

/**
 * Judges the output of a checker. Only what the task caused counts: complaints about lines that it changed
 * and, where the checker ran in this session before the task's first edit, complaints that are new since
 * then. A command from the settings is judged by its exit code.
 */
export function judgeLint(
  call: ToolCall,
  outcome: Outcome,
  { frame, deps }: { frame: Frame; deps: LintDeps },
): Outcome {
  const { command } = call.arguments
  const checker = lintersFor(frame, deps).find((one) => one.command === command)
  const [row, ...others] = outcome.evidence
  if (checker === undefined || row === undefined) return outcome
  const withComplaints = (complaints: number, change: Partial<Outcome>): Outcome => ({
    ...outcome,
    ...change,
    evidence: [
      {
        ...row,
        ...(change.text === undefined ? {} : { summary: summarise(change.text) }),
        facts: { ...row.facts, checker: checker.name, complaints },
      },
      ...others,
    ],
  })
  if (outcome.ok) return withComplaints(0, {})
  if (command === deps.checks.lintCommand) return withComplaints(1, {})

  const findings = complaintsIn(row.payload, deps)
  if (findings.length === 0)
    return withComplaints(0, {
      ok: true,
      text: `${checker.name} names no file and line, so its result was not counted.\n${outcome.text}`,
    })
  const own = ownFindings(findings, checker.command, { view: frame.view, deps })
  const elsewhere = findings.length - own.length
  const rest = elsewhere === 0 ? '' : ` (${elsewhere} elsewhere, not counted)`
  if (own.length === 0)
    return withComplaints(0, {
      ok: true,
      text: `${checker.name}: no complaint about what you changed${rest}`,
    })
  const count = countNoun(own.length, 'complaint')
  const shown = own.slice(0, SHOWN).map(formatFinding)
  return withComplaints(own.length, {
    text: [`${checker.name}: ${count} about what you changed${rest}`, ...shown].join('\n'),
  })
}

function complaintsIn(output: Buffer, { workspace }: Pick<Deps, 'workspace'>): Finding[] {
  const findings = workspace.readFindings(output.toString('utf8'))
  return findings.filter(({ message }) => !MILD.test(message))
}

function ownFindings(
  findings: readonly Finding[],
  command: string,
  { view, deps }: { view: View; deps: LintDeps },
): Finding[] {
  const changed = changedInTask(view, deps)
  const before = complaintsBefore(command, view, deps)
  return findings.filter((finding) => {
    if (changed.get(finding.path)?.has(finding.line)) return true
    if (before === null) return false
    const key = keyOf(finding)
    const left = before.get(key) ?? 0
    before.set(key, left - 1)
    return left <= 0
  })
}

/**
 * How often each complaint came when this command last ran before the task's first edit.
 * @returns null when it did not run
 */
function complaintsBefore(
  command: string,
  { session, task }: View,
  deps: LintDeps,
): Map<string, number> | null {
  const { ledger } = deps
  const [first] = ledger.find({ taskId: task.id, kind: 'edit_applied', oldest: true, limit: 1 })
  const steps = ledger.recentSteps(session.id, LIMITS.checkLookBack)
  const tasks = new Set(steps.map(({ taskId }) => taskId))
  const rows = ledger.find({ subject: command, kind: 'shell_output', limit: MOST_ROWS })
  const row = rows.find(
    ({ id, taskId, facts }) =>
      tasks.has(taskId) &&
      facts.exitCode !== null &&
      evidenceNumber(id) < evidenceNumber(first?.id ?? ''),
  )
  if (row === undefined) return null
  const counts = new Map<string, number>()
  for (const finding of complaintsIn(ledger.payload(row.payloadHash), deps))
    counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1)
  return counts
}

/** Without the line number: lines move when others are inserted above them. */
function keyOf({ path, message }: Finding): string {
  return `${path}\n${message}`
}

function formatFinding({ path, line, column, message }: Finding): string {
  return `${path}:${line}${column === null ? '' : `:${column}`} ${message}`
}
