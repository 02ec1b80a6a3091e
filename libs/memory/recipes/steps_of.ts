import type { Evidence } from '#core'
import type { Ledger, TaskRow } from '#ledger'

/** One step of a task that held: a file that was edited, or a command that succeeded. */
export interface Step {
  kind: 'edit' | 'command' | 'test'
  /** The path or the command; what differs between tasks is `*`. */
  what: string
}

/** A task that was solved after something had failed. */
export interface SolvedTask {
  task: TaskRow
  steps: Step[]
  /** What failed before, oldest first: the command and the start of what it said. */
  failed: string[]
}

const MOST_ROWS = 400
const MOST_STEPS = 30
const MOST_FAILED = 3
/** Read-only commands. They are how somebody finds out, and no part of what has to be done. */
const LOOKS =
  /^(?:cd\s+\S+\s*&&\s*)?(?:ls|cat|head|tail|less|grep|rg|find|tree|pwd|echo|printf|wc|which|stat|file|diff|env|date|true|sed -n|git (?:status|log|diff|show|branch|blame))(?:\s|$)/

/** The steps of a task of the ledger. @returns null where nothing failed, or it was not solved */
export function stepsOf(task: TaskRow, ledger: Pick<Ledger, 'find'>): SolvedTask | null {
  if (task.status !== 'resolved') return null
  // They come newest first.
  const rows = ledger.find({ taskId: task.id, oldest: true, limit: MOST_ROWS }).reverse()
  const failed = rows.filter(hasFailed).map(failureOf)
  if (failed.length === 0) return null
  const steps: Step[] = []
  for (const row of rows) {
    const step = stepOf(row)
    if (step === null) continue
    // A command that ran again counts where it ran last, a file where it was edited first.
    const at = steps.findIndex(({ kind, what }) => kind === step.kind && what === step.what)
    if (at !== -1 && step.kind === 'edit') continue
    if (at !== -1) steps.splice(at, 1)
    steps.push(step)
  }
  return { task, steps: steps.slice(-MOST_STEPS), failed: failed.slice(0, MOST_FAILED) }
}

/** Whether a command only reads, so that its exit code says what it found. */
export function isLook(command: string): boolean {
  return LOOKS.test(command)
}

function stepOf({ kind, facts }: Evidence): Step | null {
  if (kind === 'edit_applied') return { kind: 'edit', what: String(facts.path) }
  const what = String(facts.command ?? '').trim()
  if (what === '' || what.includes('\n') || isLook(what)) return null
  if (kind === 'test_result' && facts.passed === true) return { kind: 'test', what }
  return kind === 'shell_output' && facts.exitCode === 0 ? { kind: 'command', what } : null
}

/** `test -f a.sum`: exit code 1 */
function failureOf({ facts, summary }: Evidence): string {
  return `\`${facts.command}\`: ${summary}`.replace(/\s+/g, ' ')
}

function hasFailed({ kind, facts }: Evidence): boolean {
  if (kind === 'test_result') return facts.passed === false
  return kind === 'shell_output' && typeof facts.exitCode === 'number' && facts.exitCode !== 0
}
