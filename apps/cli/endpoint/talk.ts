import { type ChosenProfile, loadDialects } from '#model'
import type { Deps } from '#supervisor'
import { createRegistry, loadBuiltinTools } from '#tools'

/**
 * What the loop needs of a profile: sampling, the output limit, and the tools in the form that works.
 * @param hasSkills  false: nothing can be loaded, so the tool for it is not offered
 */
export async function talkIn(
  { values }: ChosenProfile,
  hasSkills = true,
): Promise<Pick<Deps, 'registry' | 'sampling'> & Pick<Deps['endpoint'], 'textTools'>> {
  const { temperature, topP, maxOutputTokens, thinkingBudget } = values
  const { toolForm, dialect, parallelCalls } = values
  const sampling = { temperature, topP, maxOutputTokens, thinkingBudget }
  const tools = await loadBuiltinTools(hasSkills ? ['skills'] : [])
  if (toolForm === 'native') return { sampling, registry: createRegistry(tools) }
  const known = (await loadDialects()).find(({ name }) => name === dialect)
  if (known === undefined) throw new Error(`no dialect ${dialect}`)
  const registry = createRegistry(tools.filter((tool) => !tool.extra))
  const textTools = { write: known.write, parallel: parallelCalls }
  return { sampling, registry, textTools }
}
