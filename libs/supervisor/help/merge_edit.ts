import type { Event, Outcome, ToolCall } from '#core'
import { cleanBlock, describeSideAnswer } from '#model'
import type { Tool, ToolResult } from '#tools'
import type { Deps } from '../deps/deps.js'
import type { CallPlace } from '../gate/permission.js'
import type { Frame } from '../step/frame.js'
import { deniedOutcome } from '../step/outcome.js'

/** The name of the side question, and of the rule that asks in its receipts. */
const QUESTION = 'merge_edit'

/** May an edit whose old text is gone be merged at all? Only where it is switched on and somebody looks. */
export function mayMerge({ side, ask }: Deps): boolean {
  return side?.has(QUESTION) === true && ask !== undefined
}

/**
 * The last resort of an edit that no layer of the matcher could place: a side question works the change into the
 * lines that are there now, and the person sees the difference and says yes, in every mode (row 143).
 * @returns the merged edit, not yet written; what was made before, where nothing came of it; the outcome of a no
 */
export async function* mergeLost(
  made: ToolResult,
  { call, tool, input }: { call: ToolCall; tool: Tool; input: Record<string, unknown> },
  frame: Frame,
  { side, ask, ledger, mode }: Deps,
  place: CallPlace,
  signal: AbortSignal,
): AsyncGenerator<Event, ToolResult | Outcome> {
  const { lost } = made
  if (lost === undefined || side === undefined || ask === undefined) return made
  const { region, old_str, new_str } = lost
  const at = { step: frame.number, sessionId: frame.view.session.id, signal }
  const answer = await side.ask(QUESTION, { region, old_str, new_str }, at)
  const text = String(answer.value.merged)
  const merged = text === '' ? null : lost.put(cleanBlock(text))
  yield { type: 'note', text: describeSideAnswer(QUESTION, answer, merged?.ok === true) }
  if (merged === null || !merged.ok) return made
  const describe = `${tool.describe(input)}, as a side question merged it`
  const reason = 'old_str is not in the file; a model worked its change into the lines that are.'
  const diff = (merged.evidence ?? []).map(({ payload }) => payload.toString('utf8')).join('\n')
  const question = { kind: 'permission' as const, call, describe, reason, diff, remember: null }
  const said = await ask(question, signal)
  const allowed = said.decision !== 'no'
  ledger.recordAnswer({
    ...place,
    tool: tool.name,
    what: describe,
    decision: allowed ? 'yes' : 'no',
    reason: said.reason ?? '',
    rule: QUESTION,
    mode: mode(),
    pattern: null,
    approval: null,
  })
  const decision = allowed ? ('allow' as const) : ('deny' as const)
  yield { type: 'permission', call, decision, reason, rule: QUESTION, asked: true }
  if (allowed) return merged
  const why = said.reason
    ? `The user said no to a merge: ${said.reason}.`
    : 'The user said no to a merge.'
  return deniedOutcome(call, `${why} ${made.text}`, QUESTION, true)
}
