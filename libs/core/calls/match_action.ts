import type { ToolAliases } from '../types/aliases.js'
import { plainKey } from './match_arguments.js'

interface Named {
  name: string
  aliases?: ToolAliases | undefined
}

interface Made {
  name: string
  arguments: Record<string, unknown>
}

/**
 * Gives a call of a tool that does several things the name of the one tool of ours that it means, as
 * `str_replace_editor` with `command: view`. The argument that says which is taken out.
 * @returns the call itself without exactly one reading
 */
export function matchAction<Call extends Made>(call: Call, tools: readonly Named[]): Call {
  const wanted = plainAction(call.name)
  const meant = tools.flatMap(({ name, aliases }) => {
    const action = aliases?.action
    if (action === undefined || !action.names.some((each) => plainKey(each) === wanted)) return []
    const value = call.arguments[action.key]
    const isMeant = typeof value === 'string' && action.values.includes(value.trim().toLowerCase())
    return isMeant ? [{ name, key: action.key }] : []
  })
  const [only, more] = meant
  if (only === undefined || more !== undefined) return call
  const { [only.key]: _, ...rest } = call.arguments
  return { ...call, name: only.name, arguments: rest }
}

/** The tools that a call of this name may mean, whatever its arguments say. */
export function actionsNamed<Tool extends Named>(said: string, tools: readonly Tool[]): Tool[] {
  const wanted = plainAction(said)
  return tools.filter(({ aliases }) =>
    aliases?.action?.names.some((each) => plainKey(each) === wanted),
  )
}

function plainAction(name: string): string {
  return plainKey(name.replace(/^.*[.:/]/s, ''))
}
