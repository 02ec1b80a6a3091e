import type { CallPlace, ToolCall } from '#core'
import { NO_WEB } from '#web'
import type { Deps } from '../deps/deps.js'

/** What a search names when it searches everything. */
const EVERYWHERE = '.'

/** Where a call acts, as its tool declares it; undefined: no tool reads it. No name of an argument is known here. */
export function placeOf(
  call: ToolCall | undefined,
  { registry }: Pick<Deps, 'registry'>,
): CallPlace | undefined {
  const read = call === undefined ? null : registry.validate(call)
  if (!read?.ok) return undefined
  const { tool, input } = read
  const command = tool.command?.(input)
  const paths = tool.paths(input).map(({ path }) => path)
  const urls = tool.urls?.(input, NO_WEB)
  return {
    names: [...paths.filter((path) => path !== EVERYWHERE), ...(urls ?? [])],
    // What is loaded is no text of the model.
    edits: tool.effect === 'edit' && urls === undefined,
    ...(command === undefined ? {} : { command }),
  }
}
