import type { NumberedOutcome } from '#context'
import type { Outcome, ToolCall } from '#core'
import { hashOf, type View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'

/** How many calls back a result is looked for (row 178). */
const LAST_CALLS = 5
/** A shorter result costs less than the line that would stand for it. */
const LEAST_CHARS = 240

interface PastCall {
  key: string
  /** Evidence ids as the result shows them, `e7` or `e7 e8`. */
  ids: string
  text: string
  pure: boolean
}

/**
 * What of a step's outcomes the prompt is shown again: a reading call that gave, word for word, what the
 * same call gave among the last five, with nothing changed between, is shown as one line. The call was
 * made all the same (a person may have changed the file); its outcome and evidence are stored whole.
 * Only a result that still stands in the prompt is pointed at.
 */
export function spareRepeats(
  { view, reply }: Frame,
  deps: Deps,
  outcomes: readonly NumberedOutcome[],
): NumberedOutcome[] {
  const past = pastCalls(view, deps)
  return outcomes.map(({ outcome, ids }) => {
    const call = reply.calls.find(({ id }) => id === outcome.callId)
    const now = describe(outcome.tool, call?.arguments ?? {}, ids.join(' '), outcome.text, deps)
    const earlier = sameBefore(past, now, outcome)
    past.push(now)
    if (earlier === undefined) return { outcome, ids }
    const text = `Nothing new: the same result as ${earlier.ids} above, where it stands in full.`
    return { outcome: { ...outcome, text }, ids }
  })
}

function sameBefore(past: readonly PastCall[], now: PastCall, outcome: Outcome) {
  if (!now.pure || !outcome.ok || outcome.text.length < LEAST_CHARS) return undefined
  const changed = past.findLastIndex(({ pure }) => !pure)
  const near = past.slice(Math.max(changed + 1, past.length - LAST_CALLS))
  return near.findLast(({ key, text, ids }) => key === now.key && text === now.text && ids !== '')
}

/** The calls that the prompt's tail shows, oldest first. */
function pastCalls(view: View, deps: Deps): PastCall[] {
  const calls: PastCall[] = []
  let open: ToolCall[] = []
  for (const { message } of view.tail) {
    if (message.tool_calls !== undefined)
      open = message.tool_calls.map(({ id, function: { name, arguments: given } }) => ({
        id,
        name,
        arguments: JSON.parse(given) as Record<string, unknown>,
      }))
    const call = open.find(({ id }) => message.role === 'tool' && id === message.tool_call_id)
    if (call === undefined) continue
    const [, ids = '', text = ''] = /^(?:\[(e\d+(?: e\d+)*)\] )?(.*)$/s.exec(message.content) ?? []
    calls.push(describe(call.name, call.arguments, ids, text, deps))
  }
  return calls
}

function describe(
  name: string,
  given: Record<string, unknown>,
  ids: string,
  text: string,
  { registry }: Deps,
): PastCall {
  const tool = registry.find(name)
  const pure = tool !== null && (tool.effect === 'read' || tool.effect === 'plan')
  return { key: `${tool?.name ?? name} ${hashOf(given)}`, ids, text, pure }
}
