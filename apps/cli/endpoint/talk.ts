import { LIMITS } from '#core'
import { type ChosenProfile, loadDialects } from '#model'
import type { Deps } from '#supervisor'
import { createRegistry, loadBuiltinTools, type Tool } from '#tools'

/** What the loop needs of a profile: sampling, the output limit, and the tools in the form that works. */
export async function talkIn(
  { values }: ChosenProfile,
  windowTokens = values.windowTokens,
): Promise<Pick<Deps, 'registry' | 'sampling'> & Pick<Deps['endpoint'], 'textTools'>> {
  const { temperature, topP, maxOutputTokens, thinkingBudget } = values
  const { toolForm, dialect, parallelCalls } = values
  const sampling = { temperature, topP, maxOutputTokens, thinkingBudget }
  const tools = await loadBuiltinTools()
  const roomy = windowTokens > LIMITS.fewToolsWindow
  const offered = (tool: Tool) => roomy || !tool.rare
  if (toolForm === 'native') return { sampling, registry: createRegistry(tools, offered) }
  const known = (await loadDialects()).find(({ name }) => name === dialect)
  if (known === undefined) throw new Error(`no dialect ${dialect}`)
  const registry = createRegistry(
    tools.filter((tool) => !tool.extra),
    (tool) => !tool.rare,
  )
  const textTools = { write: known.write, parallel: parallelCalls }
  return { sampling, registry, textTools }
}
