import { type Event, LIMITS, type Outcome, type ToolCall } from '#core'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { refusedOutcome } from '../step/outcome.js'
import { applyPlanChanges } from '../step/plan_changes.js'
import { prepareCall, type ReadyCall } from './run_call.js'

/**
 * Runs the calls of a reply: neighbouring reads in parallel, everything else one by one, results in the
 * order of the calls. Calls that recovery has settled already are left alone.
 */
export async function* act(frame: Frame, deps: Deps, signal: AbortSignal): AsyncGenerator<Event> {
  const { calls } = frame.reply
  const resultTokens = resultCap(frame, deps)
  for (const batch of batches(calls, deps)) {
    const running: { ready: ReadyCall; run: () => Promise<Outcome> }[] = []
    for (const [ordinal, call] of batch) {
      if (frame.outcomes.has(ordinal)) continue
      const checked = deps.registry.validate(call)
      const describe = checked.ok ? checked.tool.describe(checked.input) : call.name
      yield { type: 'tool_call', number: frame.number, call, describe }
      if (!checked.ok || signal.aborted) {
        const text = checked.ok ? 'Not run: the user interrupted.' : checked.message
        yield settle(frame, ordinal, refusedOutcome(call, text))
        continue
      }
      const ready = {
        ordinal,
        call: { ...call, name: checked.tool.name },
        tool: checked.tool,
        input: checked.input,
      }
      const next = yield* prepareCall(ready, frame, deps, resultTokens, signal)
      if (typeof next === 'function') running.push({ ready, run: next })
      else yield settle(frame, ordinal, next)
    }
    const outcomes = await Promise.all(running.map(({ run }) => run()))
    for (const [index, outcome] of outcomes.entries()) {
      const ordinal = running[index]?.ready.ordinal ?? 0
      yield settle(frame, ordinal, applyPlanChanges(frame, deps, outcome))
    }
    for (const text of deps.snapshots?.takeNotes() ?? []) yield { type: 'note', text }
  }
}

function settle(frame: Frame, ordinal: number, outcome: Outcome): Event {
  frame.outcomes.set(ordinal, outcome)
  const { callId, tool, ok, text } = outcome
  return { type: 'tool_result', number: frame.number, callId, tool, ok, text }
}

function batches(calls: readonly ToolCall[], deps: Deps): [number, ToolCall][][] {
  const groups: [number, ToolCall][][] = []
  let reads = false
  for (const [ordinal, call] of calls.entries()) {
    const isRead = deps.registry.find(call.name)?.effect === 'read'
    if (isRead && reads) groups.at(-1)?.push([ordinal, call])
    else groups.push([[ordinal, call]])
    reads = isRead
  }
  return groups
}

/** One result gets at most a fifth of the window, and several of one reply share two fifths. */
function resultCap(frame: Frame, deps: Deps): number {
  const window = frame.view.session.windowTokens ?? deps.windowTokens
  const one = Math.min(LIMITS.resultTokens, window * LIMITS.resultShare)
  const shared = (window * LIMITS.resultShare * 2) / Math.max(1, frame.reply.calls.length)
  return Math.max(200, Math.floor(Math.min(one, shared) / frame.view.session.tokenFactor))
}
