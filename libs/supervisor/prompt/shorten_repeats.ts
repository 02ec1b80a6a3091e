import type { NumberedOutcome } from '#context'
import type { Outcome, ToolCall } from '#core'
import { hashOf, type View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'

/** How many calls back an equal result is searched (row 178). */
const LAST_CALLS = 5
/** A shorter result costs less than the line that would replace it. */
const LEAST_CHARS = 240

interface PastCall {
  key: string
  /** Evidence ids as the result shows them, `e7` or `e7 e8`. */
  ids: string
  text: string
  pure: boolean
}

/**
 * Shortens repeated results in the prompt. A reading call whose result equals, byte for byte, the result of
 * the same call among the last five, with no change between them, is shown as one line. The call still runs
 * (a person may have changed the file), and its whole outcome and evidence are stored. The line names only a
 * result that is still in the prompt.
 */
export function shortenRepeats(
  { view, reply }: Frame,
  outcomes: readonly NumberedOutcome[],
  deps: Pick<Deps, 'registry'>,
): NumberedOutcome[] {
  const past = pastCalls(view, deps)
  return outcomes.map(({ outcome, ids }) => {
    const call = reply.calls.find(({ id }) => id === outcome.callId)
    const result = { ids: ids.join(' '), text: outcome.text }
    const now = pastCall({ name: outcome.tool, arguments: call?.arguments ?? {} }, result, deps)
    const earlier = sameBefore(past, now, outcome)
    past.push(now)
    if (earlier === undefined) return { outcome, ids }
    const text = `Nothing new. The result is the same as ${earlier.ids} above, which has the full text.`
    return { outcome: { ...outcome, text }, ids }
  })
}

function sameBefore(past: readonly PastCall[], now: PastCall, outcome: Outcome) {
  if (!now.pure || !outcome.ok || outcome.text.length < LEAST_CHARS) return undefined
  const changed = past.findLastIndex(({ pure }) => !pure)
  const near = past.slice(Math.max(changed + 1, past.length - LAST_CALLS))
  return near.findLast(({ key, text, ids }) => key === now.key && text === now.text && ids !== '')
}

/** The calls that the tail of the prompt shows, oldest first. */
function pastCalls(view: View, deps: Pick<Deps, 'registry'>): PastCall[] {
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
    calls.push(pastCall(call, { ids, text }, deps))
  }
  return calls
}

function pastCall(
  { name, arguments: given }: Pick<ToolCall, 'name' | 'arguments'>,
  result: Pick<PastCall, 'ids' | 'text'>,
  { registry }: Pick<Deps, 'registry'>,
): PastCall {
  const tool = registry.find(name)
  const pure = tool !== null && (tool.effect === 'read' || tool.effect === 'plan')
  return { key: `${tool?.name ?? name} ${hashOf(given)}`, ...result, pure }
}
