import { type Event, figure, type TaskResult } from '#core'
import type { View } from '#ledger'
import { NOTHING_AROUND } from './ambient/look_around.js'
import { act } from './call/act.js'
import { commitStep } from './closing/commit_step.js'
import { resultOf } from './closing/task_result.js'
import type { Deps } from './deps/deps.js'
import { recoverStep } from './recovery/recover_step.js'
import { commitRecovered } from './recovery/set_aside.js'
import { askModel } from './reply/ask_model.js'
import { mayBeSent, type NextRequest, nextRequest } from './request/next_request.js'
import { AFTER_STEP } from './stages/after_step.js'
import { BEFORE_CALLS } from './stages/before_calls.js'
import { BEFORE_COMMIT } from './stages/before_commit.js'
import { BEFORE_STEP } from './stages/before_step.js'
import { BEFORE_TASK, type Run } from './stages/before_task.js'
import { runStages, type Verdict } from './stages/stage.js'
import { type Frame, NO_OPENING, openFrame } from './step/frame.js'
import { describeOmitted, omittedOfTask } from './window/cut_task.js'
import { windowOf } from './window/window.js'

/**
 * The loop: view, assemble, decide, act, commit, until the task ends. Between two steps it keeps nothing
 * that the ledger does not have. After a kill, the next call for the same task continues from there.
 */
export async function* supervise(
  taskId: string,
  deps: Deps,
  signal: AbortSignal,
): AsyncGenerator<Event, TaskResult> {
  const scope = { deps, signal }
  const startedMs = deps.clock.monotonic()
  const first = deps.ledger.view(taskId)
  const counted = { step: first.task.step, used: 0 }
  const run: Run = {
    first,
    counted,
    opening: NO_OPENING,
    around: NOTHING_AROUND,
    forceRebuild: false,
    hasRefused: false,
  }
  yield initEvent(first, deps, (await deps.workspace.sandbox()).text)
  const refused = yield* runStages(BEFORE_TASK, run, scope)
  if (refused?.next === 'end') return finish(refused)

  for (;;) {
    const view = deps.ledger.view(taskId)
    const stop = yield* runStages(BEFORE_STEP, { view, run }, scope)
    if (stop?.next === 'end') return finish(stop)

    let frame: Frame
    let rebuilt = false
    let broken: NextRequest['broken'] = null
    if (view.pending !== null) {
      frame = yield* recoverStep(view, view.pending, scope)
      if (view.task.step === 0) frame.attached = run.opening.attached
      // Interrupted at a question about a command. Nothing is committed, so the next run asks again.
      if (signal.aborted) continue
    } else {
      const request = nextRequest(view, deps, run)
      run.forceRebuild = false
      if (request.doubt !== undefined) yield { type: 'note', text: request.doubt }
      if (request.tooLarge) return finish(windowTooSmall(request, deps))
      if (!mayBeSent(request)) return finish(taskTooLong(request, deps, run.hasRefused))
      ;({ rebuilt, broken } = request)
      const reply = yield* askModel(request, deps, signal)
      const opening = view.task.step === 0 ? run.opening : NO_OPENING
      frame = openFrame(request.view, { ...request, reply }, opening)
      const verdict = yield* runStages(BEFORE_CALLS, { frame, request, run }, scope)
      if (verdict?.next === 'restart') continue
      if (verdict?.next === 'end') return finish(verdict)
    }

    const damage = view.pending?.damage ?? null
    if (damage === null) {
      yield replyEvent(frame)
      yield* act({ frame, ...scope })
      yield* runStages(BEFORE_COMMIT, { frame }, scope)
    }
    const committed =
      view.pending === null ? commitStep(frame, deps) : yield* commitRecovered(frame, damage, deps)
    if (committed === null) continue
    yield* runStages(AFTER_STEP, { frame, committed, rebuilt, broken: broken ?? null }, scope)
  }

  function finish({ end, cause }: Extract<Verdict, { next: 'end' }>): TaskResult {
    if (end !== undefined) deps.ledger.finish(taskId, { ...end, cites: [], proven: false })
    const durationMs = Math.round(deps.clock.monotonic() - startedMs)
    const result = resultOf(deps.ledger, taskId, { durationMs, cause })
    if (result.subtype === 'resolved') deps.undo.snapshots?.endTask(taskId)
    return result
  }
}

/** The end of a run whose window cannot hold the rules, the tools, the task and an answer. */
function windowTooSmall(
  { estimatedTokens, view }: NextRequest,
  deps: Deps,
): Extract<Verdict, { next: 'end' }> {
  const text = `the window of ${figure(windowOf(view, deps))} tokens is too small: the smallest prompt of this task takes about ${figure(estimatedTokens)}. Serve a larger window (Ollama: num_ctx, or OLLAMA_CONTEXT_LENGTH)`
  return { next: 'end', end: { status: 'interrupted', text }, cause: 'window' }
}

/** The end of a run whose task does not fit: half of a task is another task, so nothing is asked. */
function taskTooLong(
  { view }: NextRequest,
  deps: Deps,
  hasRefused: boolean,
): Extract<Verdict, { next: 'end' }> {
  const omitted = describeOmitted(omittedOfTask(view), view)
  const text = `your text is too long for the window of ${figure(windowOf(view, deps))} tokens: ${omitted} do not fit. ${hasRefused ? 'The server refused a longer prompt' : 'Nothing was sent'}`
  return { next: 'end', end: { status: 'interrupted', text }, cause: 'task_too_long' }
}

function replyEvent({ number, reply: { text, problem } }: Frame): Event {
  return { type: 'reply', number, text, problem }
}

function initEvent(view: View, deps: Deps, sandbox: string): Event {
  const { session, task } = view
  const { id: sessionId, cwd, model } = session
  const listed = deps.registry.list().filter((tool) => !tool.unlisted)
  return {
    type: 'init',
    taskId: task.id,
    sessionId,
    cwd,
    model,
    tools: listed.map((tool) => tool.name),
    mode: deps.gate.mode(),
    sandbox,
    windowTokens: windowOf(view, deps),
    resumedAt: task.step,
  }
}
