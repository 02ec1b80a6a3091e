import { type Event, LIMITS, type ToolCall } from '#core'
import { decide, gateRequest } from '#gate'
import type { Tool } from '#tools'
import type { Deps } from '../deps/deps.js'
import { gateSession } from '../gate/permission.js'
import type { Frame } from '../step/frame.js'
import { standingOf } from '../step/standing.js'
import { lintersFor } from './lint_check.js'

const ID = 'auto_check'

/** Is it a call that the program put behind a reply, not one of the model's? */
export function isCheck({ id }: ToolCall): boolean {
  return id.startsWith(ID)
}

/**
 * The model says that it is done, and nothing ran since the last edit: then the project's tests and its
 * type checkers and linters run as calls of this very step, through the same gate and intents
 * (row 154). At most LIMITS.checkRounds times a task; never where nobody could be asked.
 */
export function* addCheck(frame: Frame, deps: Deps): Generator<Event, Frame> {
  const { reply, view } = frame
  const isEnd =
    reply.problem === null && reply.calls.length === 0 && reply.finishReason !== 'length'
  if ((deps.autoCheck ?? 'off') === 'off' || !isEnd) return frame
  const tool = deps.registry.list().find(runsCommands)
  const due =
    tool === undefined ? [] : dueCommands(frame, deps).filter(mayRun(tool, view.session.id, deps))
  if (
    tool === undefined ||
    due.length === 0 ||
    roundsOf(view.task.id, frame, deps) >= LIMITS.checkRounds
  )
    return frame
  yield { type: 'note', text: `nothing ran since the last edit; running ${due.join(' and ')}` }
  const calls = due.map((command, at) => ({
    id: at === 0 ? ID : `${ID}_${at + 1}`,
    name: tool.name,
    arguments: { command },
  }))
  return { ...frame, reply: { ...reply, calls } }
}

function runsCommands({ effect, input }: Tool): boolean {
  return effect === 'command' && 'command' in input.shape
}

/** The commands that a task with edits owes an answer of. */
function dueCommands(frame: Frame, deps: Deps): string[] {
  const { lastEdit, lastTest, testCommand } = standingOf(frame, deps)
  if (lastEdit === null) return []
  const isTested = lastTest !== null && lastTest.number > lastEdit
  const tests = testCommand === null || isTested ? [] : [testCommand]
  const linters = lintersFor(frame, deps).filter(({ command }) => {
    const [ran] = deps.ledger.find({ taskId: frame.view.task.id, subject: command, limit: 1 })
    return Number(ran?.id.slice(1) ?? 0) <= lastEdit
  })
  return [...tests, ...linters.map(({ command }) => command)]
}

/** A rule allows it, or a person can be asked. */
function mayRun(tool: Tool, sessionId: string, deps: Deps) {
  const session = gateSession(sessionId, deps)
  const { workspace, programs } = deps
  return (command: string): boolean => {
    const { decision } = decide(
      gateRequest({ tool, input: { command }, workspace, programs, session }),
    )
    return decision === 'allow' || (decision === 'ask' && deps.ask !== undefined)
  }
}

function roundsOf(taskId: string, { view }: Frame, { ledger }: Deps): number {
  const steps = ledger.recentSteps(view.session.id, LIMITS.checkLookBack)
  return steps.filter((step) => step.taskId === taskId && step.calls.some(({ id }) => id === ID))
    .length
}
