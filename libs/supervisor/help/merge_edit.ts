import type { Event } from '#core'
import { cleanBlock, describeSideAnswer } from '#model'
import type { ToolResult } from '#tools'
import type { Deps } from '../deps/deps.js'
import { decideNow, diffOf } from '../gate/permit.js'
import { placeOf } from '../gate/session.js'
import type { ReadyCall, StepScope } from '../step/frame.js'
import type { Refusal } from '../step/outcome.js'
import { turnFiles } from '../step/turn_files.js'

/** The name of the side question, and of the rule that its receipts name. */
const QUESTION = 'merge_edit'

/** The edit to make, or the refusal of a person. */
type Merged = { ok: true; result: ToolResult } | ({ ok: false } & Refusal)

/** Whether an edit whose old text is missing may be merged: the question is on and a person can be asked. */
export function mayMerge({ help, person }: Pick<Deps, 'help' | 'person'>): boolean {
  return help.side?.has(QUESTION) === true && person.ask !== undefined
}

/**
 * The last resort of an edit that the matcher could not place: a side question merges the change into the
 * lines that are there now. The person sees the difference and must say yes, but in a mode that makes such edits without
 * a question (row 143).
 * @returns the merged edit, not yet written, or `made` where there is nothing to merge
 */
export async function* mergeEdit(
  made: ToolResult,
  ready: ReadyCall,
  { frame, deps, signal }: StepScope,
): AsyncGenerator<Event, Merged> {
  const { call, tool, input } = ready
  const { side } = deps.help
  const { ask } = deps.person
  const { lost } = made
  const unchanged = { ok: true as const, result: made }
  if (lost === undefined || side === undefined || ask === undefined) return unchanged
  const { region, old_str, new_str } = lost
  const at = { step: frame.number, sessionId: frame.view.session.id, signal }
  const answer = await side.ask(QUESTION, { region, old_str, new_str }, at)
  const text = String(answer.value.merged)
  const merged = text === '' ? null : lost.put(cleanBlock(text))
  yield {
    type: 'note',
    text: describeSideAnswer(QUESTION, answer, merged?.ok === true),
    detail: true,
  }
  if (merged === null || !merged.ok) return unchanged
  const describe = `${tool.describe(input)}, as merged by a side question`
  const reason = 'old_str is not in the file. A model merged the change into the current lines.'
  const permission = { type: 'permission' as const, call, reason, rule: QUESTION }
  const decided = () => decideNow(ready, { frame, deps })
  if (decided() === 'allow') {
    yield { ...permission, decision: 'allow', asked: false }
    return { ok: true, result: merged }
  }
  const question = {
    kind: 'permission' as const,
    call,
    describe,
    reason,
    diff: diffOf(merged),
    remember: null,
    decideNow: decided,
    files: turnFiles(frame, deps),
  }
  const said = await ask(question, signal)
  const allowed = said.decision !== 'no'
  if (!said.unanswered)
    deps.ledger.recordAnswer({
      ...placeOf(frame),
      tool: tool.name,
      what: describe,
      decision: allowed ? 'yes' : 'no',
      reason: said.reason ?? '',
      rule: QUESTION,
      mode: deps.gate.mode(),
      pattern: null,
      approval: null,
    })
  const decision = allowed ? ('allow' as const) : ('deny' as const)
  yield { ...permission, decision, asked: true }
  if (allowed) return { ok: true, result: merged }
  const why = said.reason
    ? `The user said no to a merge: ${said.reason}.`
    : 'The user said no to a merge.'
  return { ok: false, reason: `${why} ${made.text}`, rule: QUESTION, askable: true }
}
