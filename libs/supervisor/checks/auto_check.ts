import { type Event, LIMITS, type ToolCall } from '#core'
import { decide, gateRequest } from '#gate'
import { declinesTests, freshTests, isDocumentation, lastChange, provingTest } from '#planner'
import type { Tool } from '#tools'
import type { Deps } from '../deps/deps.js'
import { gateSession } from '../gate/session.js'
import { standingOf } from '../proof/standing.js'
import { evidenceNumber } from '../step/evidence_number.js'
import type { Frame } from '../step/frame.js'
import { lintersFor } from './linters.js'

/**
 * The model says that it is done, and nothing ran since the last edit: the project's tests, type checkers
 * and linters then run as calls of this step, through the same gate and intents (row 154). At most
 * LIMITS.checkRounds times in LIMITS.checkRoundSteps steps, never where a question would be needed and nobody can answer, and never
 * after a no of the user in this task.
 */
export function* addCheck(frame: Frame, deps: Deps): Generator<Event> {
  const { reply, view } = frame
  const isEnd =
    reply.problem === null && reply.calls.length === 0 && reply.finishReason !== 'length'
  if ((deps.checks.autoCheck ?? 'off') === 'off' || !isEnd) return
  const tool = deps.registry.list().find(runsCommands)
  if (tool === undefined) return
  const may = mayRun(tool, view.session.id, deps)
  const due = dueCommands(frame, deps).filter(
    (command) => may(command) && !wasRefused(command, { tool, frame }, deps),
  )
  if (due.length === 0 || checkRounds(view.task.id, deps) >= LIMITS.checkRounds) return
  // A run that proves too little, as one without tests, is not the same as none.
  const standing = standingOf(frame, deps)
  const lastEdit = lastChange(standing) ?? 0
  const run = freshTests(standing).at(-1)
  const hasRun =
    run !== undefined ||
    due.some((subject) =>
      deps.ledger
        .find({ taskId: view.task.id, subject, limit: 1 })
        .some(({ id }) => evidenceNumber(id) > lastEdit),
    )
  const cause = typeof run?.facts.why === 'string' ? `: ${run.facts.why}` : ''
  const why = hasRun
    ? `the last test run does not count${cause}`
    : 'the checks have not run since the last edit'
  yield { type: 'note', text: `${why}; next: ${due.join(' and ')}` }
  frame.reply = { ...reply, calls: due.map((command, at) => programCall(at, tool, command)) }
}

/** A call of the program, for a reply that has no calls of its own. */
function programCall(at: number, { name }: Tool, command: string): ToolCall {
  const id = at === 0 ? 'auto_check' : `auto_check_${at + 1}`
  return { id, name, arguments: { command }, origin: 'program' }
}

function runsCommands({ shell }: Tool): boolean {
  return shell === true
}

/** The commands that have to run before a task with edits may end. */
function dueCommands(frame: Frame, deps: Deps): string[] {
  const standing = standingOf(frame, deps)
  const { testCommand } = standing
  const lastEdit = lastChange(standing)
  if (lastEdit === null || isDocumentation(standing)) return []
  const hasFailed = freshTests(standing).at(-1)?.facts.passed === false
  const isTested = hasFailed || provingTest(standing) !== null
  const isDue = testCommand !== null && !isTested && !declinesTests(standing.asked)
  const tests = isDue ? [testCommand] : []
  const linters = lintersFor(frame, deps).filter(({ command }) => {
    // In another folder the same words are another check.
    const ran = deps.ledger
      .find({ taskId: frame.view.task.id, subject: command })
      .find(({ facts }) => facts.cwd === undefined)
    return evidenceNumber(ran?.id ?? 'e0') <= lastEdit
  })
  return [...tests, ...linters.map(({ command }) => command)]
}

/** A rule allows it, or a person can be asked. */
function mayRun(tool: Tool, sessionId: string, deps: Deps) {
  const session = gateSession(sessionId, deps)
  const { workspace, parts } = deps
  return (command: string): boolean => {
    const input = { command }
    const request = gateRequest({ tool, input, workspace, programs: parts.programs, session })
    const { decision } = decide(request)
    return decision === 'allow' || (decision === 'ask' && deps.person.ask !== undefined)
  }
}

/** The user said no to this command in this task: the program does not ask for it a second time. */
function wasRefused(
  command: string,
  { tool, frame }: { tool: Tool; frame: Frame },
  { ledger }: Pick<Deps, 'ledger'>,
): boolean {
  const { session, task } = frame.view
  const what = tool.describe({ command })
  return ledger
    .receipts(session.id)
    .some((asked) => asked.taskId === task.id && asked.decision === 'no' && asked.what === what)
}

function checkRounds(taskId: string, { ledger }: Pick<Deps, 'ledger'>): number {
  const steps = ledger.stepsOf(taskId, LIMITS.checkRoundSteps)
  return steps.filter(({ calls }) => calls.some(({ origin }) => origin === 'program')).length
}
