import { coerceArguments, missingIn } from './coerce_arguments.js'
import type { Offer } from './offered_tools.js'
import { withLists } from './one_line_actions.js'
import type { WrittenCall } from './written_call.js'

/** A call that can be run: an offered tool, with arguments that are coerced to its schema. */
export interface RunCall {
  name: string
  arguments: Record<string, unknown>
  action: boolean
}

export type ValidatedCalls =
  | { kind: 'calls'; calls: RunCall[] }
  | { kind: 'broken'; why: string; name?: string | undefined }
  /** No known tool name: the text only looks like a call. */
  | { kind: 'prose' }

/**
 * Finds the tools of calls and coerces their arguments. Calls of unknown tools are dropped (row 39); one
 * invalid call makes the whole result `broken`.
 * @param cut  the token limit ended the reply: a call without closing brackets is then incomplete
 */
export function validateCalls(
  calls: readonly WrittenCall[],
  offer: Offer,
  cut: boolean,
): ValidatedCalls {
  const run: RunCall[] = []
  for (const call of calls) {
    const action = call.action === true
    const named = offer.find(call.name)
    const tool = action ? offer.tool(call.name) : named.kind === 'known' ? named.tool : undefined
    if (named.kind === 'nearly' && !action)
      return { kind: 'broken', why: `there is no tool "${short(call.name)}"`, name: named.near }
    if (tool === undefined) continue
    const { name } = tool
    if (call.unclosed && cut) return { kind: 'broken', why: 'it is not complete', name }
    const coerced = coerceArguments({ ...call, arguments: withLists(name, call.arguments) }, tool)
    if (!coerced.ok) return { kind: 'broken', why: coerced.why, name }
    const missing = call.unclosed ? missingIn(coerced.arguments, tool) : []
    if (missing.length > 0)
      return { kind: 'broken', why: `it ends before ${missing.join(', ')}`, name }
    run.push({ name, arguments: coerced.arguments, action })
  }
  return run.length === 0 ? { kind: 'prose' } : { kind: 'calls', calls: run }
}

function short(name: string): string {
  return name.slice(0, 60)
}
