import { stepMessages, userMessage } from '#context'
import { type Event, LIMITS, type Reply, type TaskResult } from '#core'
import type { TaskEnd, View } from '#ledger'
import { act } from './call/act.js'
import { addCheck } from './checks/auto_check.js'
import { closeStep } from './closing/close_step.js'
import { resultOf } from './closing/task_result.js'
import type { Deps } from './deps/deps.js'
import { recordAsk } from './egress/record_request.js'
import { handOver } from './help/hand_over.js'
import { addSideNotes, NO_OPENING, openTask } from './help/side_notes.js'
import {
  learnFactor,
  nextRequest,
  offeredTools,
  shrinkWindow,
  windowOf,
} from './prompt/next_request.js'
import { spareRepeats } from './prompt/shorten_repeats.js'
import { endLeftovers } from './recovery/leftovers.js'
import { recoverStep } from './recovery/recover_step.js'
import { asOverflow } from './reply/overflow.js'
import { fatalCause, problemEvidence } from './reply/problem.js'
import { unmarkReply } from './reply/unmark_reply.js'
import { type Frame, numberOutcomes, openFrame, ordered } from './step/frame.js'
import { finishRestores } from './undo/restore.js'
import { rollBack } from './undo/roll_back.js'
import { adoptWindow, judgeWindow, tellCut } from './window/cut_prompt.js'

/**
 * The loop: view, assemble, decide, act, commit, until the task ends. It keeps nothing between two steps
 * that the ledger does not have; killed anywhere, the next call for the same task goes on from there.
 */
export async function* supervise(
  taskId: string,
  deps: Deps,
  signal: AbortSignal,
): AsyncGenerator<Event, TaskResult> {
  const startedMs = deps.clock.monotonic()
  const first = deps.ledger.view(taskId)
  yield initEvent(first, deps, (await deps.workspace.sandbox()).text)
  finishRestores(first.session.id, deps)
  const done = (cause?: TaskResult['cause']) =>
    resultOf(deps.ledger, taskId, Math.round(deps.clock.monotonic() - startedMs), cause)
  yield* endLeftovers(deps)
  const opening = yield* openTask(first, deps, signal)
  let forceRebuild = false

  for (;;) {
    const view = deps.ledger.view(taskId)
    if (view.task.status !== 'open') return done()
    if (signal.aborted) return stop(deps, taskId, 'interrupted', 'interrupted by the user', done)
    if (view.task.step - first.task.step >= deps.maxSteps) {
      return stop(deps, taskId, 'limit', `the limit of ${deps.maxSteps} steps is reached`, done)
    }

    let frame: Frame
    let rebuilt = false
    if (view.pending !== null) {
      frame = yield* recoverStep(view, view.pending, deps, signal)
    } else {
      const next = nextRequest(view, deps, forceRebuild)
      forceRebuild = false
      rebuilt = next.rebuilt
      const reply =
        (yield* handOver(next.view, deps, offeredTools(next.view, deps), signal)) ??
        (yield* decide(next.view, deps, next.request, signal))
      if (signal.aborted && reply.problem !== null) continue
      if (
        reply.problem?.code === 'context_overflow' &&
        shrinkWindow(next.view, deps, reply.problem.windowTokens)
      ) {
        yield {
          type: 'note',
          text: `the prompt was too long for the model (${reply.problem.message}); rebuilding it smaller`,
        }
        forceRebuild = true
        continue
      }
      const cause = fatalCause(reply)
      if (cause !== undefined) {
        return stop(deps, taskId, 'interrupted', reply.problem?.message ?? '', done, cause)
      }
      const servedTokens = (await deps.servedWindow?.()) ?? null
      // Another model counts otherwise.
      const cut = reply.by === undefined ? judgeWindow(next, reply.usage, servedTokens) : null
      if (cut !== null) {
        adoptWindow(next.view, deps, servedTokens)
        return stop(deps, taskId, 'interrupted', tellCut(cut), done, 'window')
      }
      const added = view.task.step === 0 ? opening : NO_OPENING
      const made = openFrame(next.view, reply, next.estimatedTokens, servedTokens, added)
      frame = yield* addCheck(made, deps)
    }

    yield {
      type: 'reply',
      number: frame.number,
      text: frame.reply.text,
      problem: frame.reply.problem,
    }
    yield* act(frame, deps, signal)
    yield* addSideNotes(frame, deps, signal)
    yield* commitStep(frame, deps, rebuilt)
  }
}

async function* decide(
  view: View,
  deps: Deps,
  request: Parameters<Deps['model']['ask']>[0],
  signal: AbortSignal,
): AsyncGenerator<Event, Reply> {
  const asking = deps.model.ask(request, {
    step: view.task.step + 1,
    sessionId: view.session.id,
    onSend: recordAsk(view, deps),
    thinkingTokens: request.thinking === 'off' ? undefined : deps.thinkingBudget,
    signal,
    tools: deps.textTools && offeredTools(view, deps).map((tool) => tool.function),
  })
  for (;;) {
    const next = await asking.next()
    if (next.done) return asOverflow(unmarkReply(next.value), windowOf(view, deps))
    yield next.value
  }
}

/** Everything of the step in one transaction; what the user said meanwhile is delivered with it. */
function* commitStep(frame: Frame, deps: Deps, rebuilt: boolean): Generator<Event> {
  const closing = closeStep(frame, deps)
  const said = deps.takeMessages?.() ?? []
  // A new word from the user keeps the task open: it may ask for more.
  const end = said.length > 0 ? undefined : closing.end
  const heard = said.map((text) => ({
    kind: 'decision' as const,
    subject: 'user',
    summary: `the user added: ${text.slice(0, 160)}`,
    payload: Buffer.from(text),
    facts: { author: 'user' },
  }))
  const notes = [...closing.corrections, ...frame.notes]
  const thoughtTokens = Math.floor(windowOf(frame.view, deps) * LIMITS.thoughtShare)
  const shown = spareRepeats(frame, deps, numberOutcomes(frame))
  const messages = stepMessages(frame.reply, shown, notes, thoughtTokens)
  const { evidence } = deps.ledger.commit({
    taskId: frame.view.task.id,
    step: frame.number,
    reply: frame.reply,
    estimatedTokens: frame.estimatedTokens,
    outcomes: ordered(frame),
    evidence: [...problemEvidence(frame.reply), ...heard],
    append: [...messages, ...said.map(userMessage)],
    plan: end === undefined ? frame.plan.filter((change) => !closesTask(change)) : frame.plan,
    nudged: closing.nudged,
    ...(end === undefined ? {} : { end }),
  })
  learnFactor(frame, deps)
  adoptWindow(frame.view, deps, frame.servedTokens)
  for (const text of closing.corrections) yield { type: 'note', text: `told the model: ${text}` }
  yield {
    type: 'step',
    number: frame.number,
    evidence: evidence.map(({ id, kind, subject, summary }) => ({ id, kind, subject, summary })),
    promptTokens: frame.reply.usage?.promptTokens ?? frame.estimatedTokens,
    reusedPrefixTokens: frame.reply.usage?.reusedPrefixTokens ?? 0,
    rebuilt,
  }
  yield* rollBack(frame, end, deps)
}

function closesTask({ node }: Frame['plan'][number]): boolean {
  return node.kind === 'root' && node.status === 'resolved'
}

function stop(
  deps: Deps,
  taskId: string,
  status: TaskEnd['status'],
  text: string,
  done: (cause?: TaskResult['cause']) => TaskResult,
  cause?: TaskResult['cause'],
): TaskResult {
  deps.ledger.finish(taskId, { status, text, cites: [], proven: false })
  return done(cause)
}

function initEvent(view: View, deps: Deps, sandbox: string): Event {
  const { session, task } = view
  const tools = deps.registry
    .list()
    .filter((tool) => !tool.unlisted)
    .map((tool) => tool.name)
  return {
    type: 'init',
    taskId: task.id,
    sessionId: session.id,
    cwd: session.cwd,
    model: session.model,
    tools,
    mode: deps.mode(),
    sandbox,
    resumedAt: task.step,
  }
}
