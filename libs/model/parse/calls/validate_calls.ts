import { coerceArguments, missingIn } from './coerce_arguments.js'
import type { Offer, OfferedTool } from './offered_tools.js'
import { withLists } from './one_line_actions.js'
import { USUAL_TEXTS, unsafeIn } from './unsafe_values.js'
import type { WrittenCall } from './written_call.js'

/** A call that can be run: an offered tool, with arguments that are coerced to its schema. */
export interface RunCall {
  name: string
  arguments: Record<string, unknown>
  action: boolean
}

/** Why a call cannot be run. */
export interface Invalid {
  why: string
  name?: string | undefined
  /** The call, when all of it was readable and only a value is wrong. */
  call?: Pick<RunCall, 'name' | 'arguments'> | undefined
}

export type ValidatedCalls =
  | {
      kind: 'calls'
      calls: RunCall[]
      /** A name that no tool has, of a call that was left out. */
      unknown?: string | undefined
    }
  | ({ kind: 'broken' } & Invalid)
  /** No known tool name: the text only looks like a call. */
  | { kind: 'prose'; unknown: string }

export interface ValidateOptions {
  /** The token limit ended the reply: a call without closing brackets is then incomplete. */
  cut: boolean
  /** A call written as text needs all required arguments. A native call gets the same answer from its tool. */
  written: boolean
}

/**
 * Finds the tools of calls and coerces their arguments. Calls of unknown tools are left out (row 39); one
 * invalid call makes the whole result `broken`.
 */
export function validateCalls(
  calls: readonly WrittenCall[],
  offer: Offer,
  options: ValidateOptions,
): ValidatedCalls {
  const run: RunCall[] = []
  let unknown: string | undefined
  for (const written of calls) {
    const call = offer.named(written)
    const action = call.action === true
    const named = offer.find(call.name)
    const tool = action ? offer.tool(call.name) : named.kind === 'known' ? named.tool : undefined
    if (named.kind === 'nearly' && !action)
      return { kind: 'broken', why: `there is no tool "${short(call.name)}"`, name: named.near }
    if (tool === undefined) {
      unknown ??= call.name
      continue
    }
    const made = validateCall(call, tool, options)
    if ('why' in made) return { kind: 'broken', ...made }
    run.push({ ...made, action })
  }
  if (run.length === 0) return { kind: 'prose', unknown: unknown ?? '' }
  return { kind: 'calls', calls: run, unknown }
}

function validateCall(
  call: WrittenCall,
  tool: OfferedTool,
  { cut, written }: ValidateOptions,
): Pick<RunCall, 'name' | 'arguments'> | Invalid {
  const { name } = tool
  if (call.unclosed && cut) return { why: 'it is not complete', name }
  const unsafe = unsafeIn(call.arguments, tool.texts ?? USUAL_TEXTS)
  if (unsafe !== null) return { why: unsafe, name }
  const given = withLists(name, call.arguments)
  const refused = call.unclosed ? undefined : { name, arguments: given }
  const coerced = coerceArguments({ ...call, arguments: given }, tool)
  if (!coerced.ok) return { why: coerced.why, name, call: refused }
  const missing = missingIn(coerced.arguments, tool, call.plain)
  if (call.unclosed && missing.length > 0) return { why: `it ends before ${list(missing)}`, name }
  if (written && missing.length > 0) {
    const why =
      missing.length === 1 ? `${list(missing)} is missing` : `${list(missing)} are missing`
    return { why, name }
  }
  return { name, arguments: coerced.arguments }
}

function list(names: readonly string[]): string {
  return names.join(', ')
}

function short(name: string): string {
  return name.slice(0, 60)
}
