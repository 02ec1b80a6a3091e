import type { Event, Outcome, ToolCall } from '#core'
import type { Deps } from '../deps/deps.js'
import { findLeftOver } from '../guards/find_left_over.js'

import { withhold } from '../loops/withhold.js'
import { lookAtTree } from '../proof/look_at_tree.js'
import { parseChanges } from '../proof/parse_changes.js'
import { applyPlanChanges } from '../proof/plan_changes.js'
import { isExploring } from '../request/input/explore.js'
import type { Frame, ReadyCall, StepScope } from '../step/frame.js'
import { refusedOutcome, skippedOutcome } from '../step/outcome.js'
import { briefOf } from './brief_of.js'
import { holdBack } from './hold_back.js'
import { prepareCall } from './prepare_call.js'
import { runCall } from './run_call.js'
import type { AllowedCall } from './scope/allowed_call.js'
import { resultCaps } from './scope/result_caps.js'

/**
 * Runs the calls of a reply: neighbouring reads in parallel, everything else one by one, results in the
 * order of the calls. Calls that recovery already settled are skipped.
 */
export async function* act({ frame, deps, signal }: StepScope): AsyncGenerator<Event> {
  const scope = { frame, deps, signal, ...resultCaps(frame, deps) }
  const exploring = isExploring(frame.view, deps)
  for (const batch of batches(frame.reply.calls, deps)) {
    const allowed: AllowedCall[] = []
    for (const [ordinal, call] of batch) {
      if (frame.outcomes.has(ordinal)) continue
      if (frame.closed !== null) {
        yield settle(frame, ordinal, skippedOutcome(call, AFTER_END))
        continue
      }
      if (hasFailed(call.needs, frame)) {
        yield settle(frame, ordinal, skippedOutcome(call, AFTER_FAILURE))
        continue
      }
      const checked = deps.registry.validate(call)
      const describe = checked.ok ? checked.tool.describe(checked.input) : call.name
      const withheld = checked.ok ? withheldCall(call, checked, { frame, deps }) : null
      const marks = {
        ...(checked.ok && checked.tool.effect === 'plan' && { isPlan: true as const }),
        ...(withheld !== null && { withheld: true as const }),
      }
      yield { type: 'tool_call', number: frame.number, call, describe, ...marks }
      if (!checked.ok) {
        const refused = refusedOutcome(call, checked.message)
        const isWhole = checked.onlyValue || call.origin === 'program'
        yield settle(frame, ordinal, isWhole ? refused : { ...refused, mark: 'invalid' })
        continue
      }
      if (signal.aborted) {
        yield settle(frame, ordinal, skippedOutcome(call, 'Not run: the user interrupted.'))
        continue
      }
      const { tool, input } = checked
      if (exploring && tool.effect === 'edit') {
        yield settle(frame, ordinal, skippedOutcome(call, EXPLORING))
        continue
      }
      const held = tool.effect === 'edit' ? holdBack(frame, deps) : null
      if (held !== null) {
        const refused = { ...refusedOutcome(call, held.text), guard: held.name }
        yield settle(frame, ordinal, refused)
        continue
      }
      if (withheld !== null) {
        yield { ...settle(frame, ordinal, withheld.outcome), shown: withheld.shown }
        continue
      }
      const notes = [...(call.notes ?? []), ...checked.notes]
      const made = { ...call, name: tool.name, ...(notes.length > 0 && { notes }) }
      const ready = { ordinal, call: made, tool, input }
      const prepared = yield* prepareCall(ready, scope)
      if (prepared.ok) allowed.push(prepared.allowed)
      else yield settle(frame, ordinal, prepared.outcome)
    }
    const outcomes = await Promise.all(allowed.map((each) => runCall(each, scope)))
    for (const [index, outcome] of outcomes.entries()) {
      const ordinal = allowed[index]?.ordinal ?? 0
      if (outcome.plan.some(({ type }) => type === 'resolve')) {
        await lookAtTree(scope)
        await parseChanges(scope)
        await findLeftOver(scope)
      }
      yield settle(frame, ordinal, applyPlanChanges(frame, deps, outcome))
    }
    for (const text of deps.undo.snapshots?.takeNotes() ?? []) yield { type: 'note', text }
  }
}

/** Why a call that repeats itself does not run; null: it may run, or the program made it. */
function withheldCall(
  call: ToolCall,
  { tool, input }: Pick<ReadyCall, 'tool' | 'input'>,
  { frame, deps }: Pick<StepScope, 'frame' | 'deps'>,
): ReturnType<typeof withhold> {
  if (call.origin === 'program') return null
  const reads = tool.effect === 'read' ? tool.paths(input).map(({ path }) => path) : []
  return withhold(call, reads, { frame, deps })
}

/** The model wants to edit, so the exploring is over; it has not written this call with the tool's schema before it. */
const EXPLORING =
  'Not run: the task is explored first. The edit tools are offered from your next reply on. Write the steps with todo_write, or make this call again.'

/** A reply that resolves the task has ended it: nothing that it calls afterwards runs. */
const AFTER_END = 'Not run: the task was resolved by an earlier call of this reply.'

const AFTER_FAILURE = 'Not run: the call before it, which it needs, did not work.'

/** Whether the call that another one needs ended without success. */
function hasFailed(needs: string | undefined, { reply, outcomes }: Frame): boolean {
  if (needs === undefined) return false
  const at = reply.calls.findIndex(({ id }) => id === needs)
  return outcomes.get(at)?.ok !== true
}

function settle(
  frame: Frame,
  ordinal: number,
  outcome: Outcome,
): Extract<Event, { type: 'tool_result' }> {
  frame.outcomes.set(ordinal, outcome)
  const { callId, tool, ok, text } = outcome
  const brief = briefOf(outcome)
  return { type: 'tool_result', number: frame.number, callId, tool, ok, text, brief }
}

function batches(
  calls: readonly ToolCall[],
  { registry }: Pick<Deps, 'registry'>,
): [number, ToolCall][][] {
  const groups: [number, ToolCall][][] = []
  let reads = false
  for (const [ordinal, call] of calls.entries()) {
    const isRead = registry.find(call.name)?.effect === 'read'
    if (isRead && reads) groups.at(-1)?.push([ordinal, call])
    else groups.push([[ordinal, call]])
    reads = isRead
  }
  return groups
}
