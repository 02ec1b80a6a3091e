import { LIMITS, layerFromEnvironment, type Settings } from '#core'
import {
  type ChosenProfile,
  chooseProfile,
  layerOf,
  loadDialects,
  type ProfileLayer,
  shippedProfile,
} from '#model'
import type { Deps } from '#supervisor'
import { createRegistry, loadBuiltinTools, type Tool } from '#tools'
import type { ModelFile } from '../data/model_file.js'

/** Profile field -> the setting that a person has for it. */
const SETTINGS = {
  windowTokens: 'window',
  maxOutputTokens: 'maxOutput',
  temperature: 'temperature',
  topP: 'topP',
  toolForm: 'toolForm',
  thinkingBudget: 'thinkingBudget',
} as const

/** What an endpoint tells of a model; null: it does not. */
export interface Told {
  windowTokens: number | null
  /** false: it refuses requests that carry tools. */
  takesTools: boolean | null
}

/**
 * The values that hold for a model: what the person says, what was measured or told, what ships.
 * @param file  as it is kept for this very state of the model; null: nothing is known
 */
export function profileFor(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  model: string,
  file: ModelFile | null,
  told: Told,
): ChosenProfile {
  const { profile: shipped } = shippedProfile(model)
  const measured: ProfileLayer =
    file?.measured == null
      ? { windowTokens: told.windowTokens ?? undefined }
      : layerOf(file.measured, shipped, told.windowTokens)
  if (told.takesTools === false) measured.toolForm = 'text'
  return chooseProfile({ shipped, measured, ...saidIn(settings, env) })
}

/** The settings have one value each; where the environment names it, the word is the environment's. */
function saidIn(
  settings: Settings,
  env: NodeJS.ProcessEnv,
): { user: ProfileLayer; environment: ProfileLayer } {
  const fromEnv = layerFromEnvironment(env)
  const pick = (isOurs: (key: string) => boolean): ProfileLayer =>
    Object.fromEntries(
      Object.entries(SETTINGS)
        .filter(([, key]) => isOurs(key))
        .map(([field, key]) => [field, settings[key]]),
    )
  return { environment: pick((key) => key in fromEnv), user: pick((key) => !(key in fromEnv)) }
}

/** What the loop needs of a profile: sampling, the cap on output, and the tools in the form that works. */
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

/** The share of a measured speed that is counted on: a busy card is slower. */
const SPEED_SHARE = 0.5

/**
 * Silence that is allowed once tokens flow, in ms: while a call is written, some engines send nothing
 * until it is whole, so a slow model gets the time that its longest reply takes.
 */
export function idleFor(file: ModelFile | null, maxOutputTokens: number): number {
  const decodePerS = file?.measured?.decodePerS ?? null
  if (decodePerS === null || decodePerS <= 0) return LIMITS.idleMs
  const wholeMs = (maxOutputTokens / (decodePerS * SPEED_SHARE)) * 1_000
  return Math.max(LIMITS.idleMs, Math.ceil(wholeMs))
}
