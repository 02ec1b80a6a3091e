import { withoutSecrets } from '#core'
import type { Ledger, MadeCall, TaskRow } from '#ledger'
import { isLook } from '../recipes/steps_of.js'

/** What is read of the ledger. */
export type FailureRows = Pick<Ledger, 'find' | 'callsOf'>

/** Lines of each kind. */
const MOST_TESTS = 2
const MOST_COMMANDS = 2
const MOST_EDITS = 2
const MOST_REFUSED = 2
/** Newest rows and steps that are read. */
const MOST_ROWS = 40
const MOST_STEPS = 100
const WHAT_CHARS = 60

/**
 * What failed on the way of a task and why, without a model: failed test runs, then commands, edits, and calls that the
 * person or a rule refused; of each kind the newest, each once.
 * @param files  paths that the task edited: a failed call about one of them is a failed edit
 */
export function failuresOf(task: TaskRow, files: readonly string[], ledger: FailureRows): string[] {
  const calls = ledger
    .callsOf(task.id, { steps: MOST_STEPS, failed: true })
    .filter(({ origin }) => origin === null)
    .reverse()
  const lines = [
    ...failedTests(task, ledger),
    ...failedCommands(task, ledger),
    ...failedEdits(calls, files),
    ...refusedCalls(task, ledger),
  ]
  return lines.map((line) => withoutSecrets(line.replace(/\s+/g, ' ').trim()))
}

function failedTests(task: TaskRow, ledger: FailureRows): string[] {
  const rows = ledger.find({
    taskId: task.id,
    kind: 'test_result',
    passed: false,
    limit: MOST_TESTS,
  })
  return unique(
    rows.map(({ facts: { command, exitCode, failing } }) => {
      // The name of a test may be an instruction of anybody, and a later task reads it.
      const count = Array.isArray(failing) ? failing.length : 0
      const end = typeof exitCode === 'number' ? `exit code ${exitCode}` : 'no exit code'
      const tests = count === 0 ? '' : count === 1 ? ', 1 test' : `, ${count} tests`
      return `\`${cut(String(command))}\` failed: ${end}${tests}`
    }),
  )
}

function failedCommands(task: TaskRow, ledger: FailureRows): string[] {
  const rows = ledger.find({ taskId: task.id, kind: 'shell_output', limit: MOST_ROWS })
  const failed = rows.flatMap(({ facts }) => {
    const command = String(facts.command ?? '').trim()
    // A search that finds nothing has an exit code, too.
    if (typeof facts.exitCode !== 'number' || facts.exitCode === 0 || isLook(command)) return []
    // What it printed may be the words of anybody, and a later task reads the record.
    return [`\`${cut(command)}\` ended with exit code ${facts.exitCode}`]
  })
  return unique(failed).slice(0, MOST_COMMANDS)
}

function failedEdits(calls: readonly MadeCall[], files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const { call, denied, mark } of calls) {
    const path = files.find((file) => names(call.arguments, file))
    if (path !== undefined && denied === null && mark === null)
      counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  return [...counts]
    .slice(0, MOST_EDITS)
    .map(([path, count]) => `edit of ${path} failed ${count === 1 ? 'once' : `${count} times`}`)
}

/** Whether arguments name a file, in whichever of them; the first of a list counts. */
function names(given: unknown, file: string): boolean {
  if (typeof given !== 'object' || given === null) return given === file
  const values = Array.isArray(given) ? given.slice(0, 1) : Object.values(given)
  return values.some((value) => names(value, file))
}

/** A no of the person with its reason, or what a rule refused. */
function refusedCalls(task: TaskRow, ledger: FailureRows): string[] {
  const rows = ledger.find({ taskId: task.id, kind: 'diagnostic', limit: MOST_ROWS })
  const refused = rows.filter(({ facts }) => facts.code === 'permission_denied')
  const lines = refused.map(({ facts: { command, writes, tool }, summary }) => {
    const what = typeof command === 'string' ? `\`${cut(command)}\`` : ''
    const paths = Array.isArray(writes) ? writes.join(' ') : ''
    return `refused ${what || cut(paths) || tool}: ${summary.replace(/^denied [^:]*: /, '')}`
  })
  return unique(lines).slice(0, MOST_REFUSED)
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)]
}

function cut(text: string): string {
  return text.length <= WHAT_CHARS ? text : `${text.slice(0, WHAT_CHARS - 1)}…`
}
