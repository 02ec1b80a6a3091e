import { type Event, LIMITS, type Outcome, type ToolCall } from '#core'
import { hashOf } from '#ledger'
import type { Tool, ToolContext, ToolResult } from '#tools'
import { NO_WEB } from '#web'
import type { Workspace } from '#workspace'
import { isCheck } from '../checks/auto_check.js'
import { judgeLint } from '../checks/lint_check.js'
import { addSyntax } from '../checks/syntax_check.js'
import type { Deps, Question } from '../deps/deps.js'
import { recordRequest } from '../egress/record_request.js'
import { permit } from '../gate/permission.js'
import { mayMerge, mergeLost } from '../help/merge_edit.js'
import type { Frame } from '../step/frame.js'
import { conflictOutcome, deniedOutcome, outcomeOf } from '../step/outcome.js'
import { turnFiles } from '../step/turn_files.js'
import { seenFiles } from './seen_files.js'
import { openStored } from './stored_text.js'

/** A call that has been validated. */
export interface ReadyCall {
  ordinal: number
  call: ToolCall
  tool: Tool
  input: Record<string, unknown>
}

/** One that the gate let pass. */
interface AllowedCall extends ReadyCall {
  gate: NonNullable<Outcome['gate']>
}

/**
 * Gates a call and, when it may run, returns what to run. The caller decides when: reads together,
 * mutations one by one.
 */
export async function* prepareCall(
  ready: ReadyCall,
  frame: Frame,
  deps: Deps,
  resultTokens: number,
  signal: AbortSignal,
): AsyncGenerator<Event, Outcome | (() => Promise<Outcome>)> {
  const { call, tool, input } = ready
  const context = (workspace: Workspace): ToolContext => ({
    workspace,
    signal,
    resultTokens,
    testCommand: deps.testCommand,
    stored: (id) => openStored(id, deps),
    vision: deps.vision ?? null,
    web: deps.web ?? NO_WEB,
    onRequest: (sent) => recordRequest(tool.name, sent, frame, deps),
    seen: seenFiles(frame, deps),
    onSpawn: () => {},
    onOutput: () => {},
  })
  const compute = (workspace: Workspace) => tool.run(input, context(workspace))
  const place = {
    sessionId: frame.view.session.id,
    taskId: frame.view.task.id,
    step: frame.number,
    lastEvidence: frame.view.nextEvidence - 1,
  }
  const asking = tool.effect === 'edit' ? withTurnFiles(frame, deps) : deps
  const permission = yield* permit(tool, call, input, asking, compute, place, signal)
  const gate = { rule: permission.rule, asked: permission.asked }
  if (!permission.ok) {
    const { reason, rule, askable } = permission
    return { ...deniedOutcome(call, reason, rule, askable), gate }
  }
  const { workspace, result } = permission
  const allowed = { ...ready, gate }
  // The clock runs from the call's own turn, not from the question.
  const begin = () => {
    const startedMs = deps.clock.monotonic()
    return (made: ToolResult): Outcome => {
      const tookMs = deps.clock.monotonic() - startedMs
      return { ...outcomeOf(call, made, resultTokens), gate, tookMs }
    }
  }
  if (tool.effect === 'edit') {
    const first = result ?? (mayMerge(deps) ? await compute(workspace) : null)
    const ended =
      first === null ? null : yield* mergeLost(first, ready, frame, asking, place, signal)
    if (ended !== null && 'callId' in ended) return { ...ended, gate }
    return async () => {
      const finish = begin()
      const made = ended ?? (await compute(workspace))
      const looked = await addSyntax(made, workspace, signal)
      return applyEdit(allowed, frame, deps, workspace, finish, looked)
    }
  }
  if (tool.effect === 'command')
    return async () => finishCommand(allowed, frame, deps, context(workspace), begin())
  return async () => {
    const finish = begin()
    return finish(result ?? (await compute(workspace)))
  }
}

/** The same, with the turn's files in what is asked. */
function withTurnFiles(frame: Frame, deps: Deps): Deps {
  const { ask } = deps
  if (ask === undefined) return deps
  const add = (question: Question) =>
    question.kind === 'permission' ? { ...question, files: turnFiles(frame, deps) } : question
  return { ...deps, ask: (question, signal) => ask(add(question), signal) }
}

/** Intent, then effect: the ledger knows both versions of every file before one of them changes. */
function applyEdit(
  ready: AllowedCall,
  frame: Frame,
  deps: Deps,
  workspace: Workspace,
  finish: (result: ToolResult) => Outcome,
  result: ToolResult,
): Outcome {
  const expected = finish(result)
  const edits = result.edits ?? []
  if (!result.ok || edits.length === 0) return expected
  const intentId = intend(ready, frame, deps, edits, expected)
  const applied = workspace.applyEdits(edits, { tempTag: intentId })
  if (applied.ok) return expected
  const { gate, call } = ready
  const outcome = { ...conflictOutcome(call, applied.path, applied.message), gate }
  deps.ledger.settle(intentId, outcome)
  frame.stored.add(ready.ordinal)
  return outcome
}

/** Intent, spawn, then the outcome at once: a command that ended is never run again. */
async function finishCommand(
  ready: AllowedCall,
  frame: Frame,
  deps: Deps,
  context: ToolContext,
  finish: (result: ToolResult) => Outcome,
): Promise<Outcome> {
  const { ledger } = deps
  const intentId = intend(ready, frame, deps, [], null)
  const before = await deps.snapshots?.take(context.signal)
  const result = await ready.tool.run(ready.input, {
    ...context,
    onSpawn: (pid, startTime) => ledger.spawned(intentId, pid, startTime),
    onOutput: (soFar) => ledger.progress(intentId, soFar),
  })
  // Who ends a command wants to know what it did all the same, and does not want to wait for long.
  const look = context.signal.aborted ? AbortSignal.timeout(LIMITS.cutLookMs) : context.signal
  const changed = before ? await deps.snapshots?.changesSince(before, look) : []
  if (changed !== undefined && changed.length > 0) ledger.keepChanges(intentId, changed)
  const made = finish(result)
  const outcome = isCheck(ready.call) ? judgeLint(ready.call, made, frame, deps) : made
  ledger.settle(intentId, outcome, result.inBackground === true)
  frame.stored.add(ready.ordinal)
  return outcome
}

function intend(
  { ordinal, call, tool, gate }: AllowedCall,
  frame: Frame,
  deps: Deps,
  edits: NonNullable<ToolResult['edits']>,
  outcome: Outcome | null,
): string {
  const settled = [...frame.outcomes]
    .filter(([index]) => !frame.stored.has(index))
    .map(([index, earlier]) => ({ ordinal: index, outcome: earlier }))
  const intentId = deps.ledger.intend({
    taskId: frame.view.task.id,
    step: frame.number,
    reply: frame.reply,
    ordinal,
    call,
    effect: tool.effect === 'edit' ? 'edit' : 'command',
    edits,
    outcome,
    gate,
    settled,
    estimatedTokens: frame.estimatedTokens,
  })
  for (const { ordinal: index } of settled) frame.stored.add(index)
  return intentId
}

/** Digests of this step's calls, made as the ledger makes them. */
export function digestCalls(frame: Frame, outcomes: readonly Outcome[]) {
  return outcomes.map((outcome) => ({
    step: frame.number,
    tool: outcome.tool,
    argsHash: hashOf(frame.reply.calls.find(({ id }) => id === outcome.callId)?.arguments ?? null),
    outcomeHash: hashOf({ ok: outcome.ok, text: outcome.text }),
  }))
}
