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

/** Profile field -> setting. */
const SETTINGS = {
  windowTokens: 'window',
  maxOutputTokens: 'maxOutput',
  temperature: 'temperature',
  topP: 'topP',
  toolForm: 'toolForm',
  thinkingBudget: 'thinkingBudget',
} as const

/** What an endpoint reports of a model; null: not reported. */
export interface Reported {
  windowTokens: number | null
  /** false: it refuses requests that carry tools. */
  takesTools: boolean | null
}

/**
 * The profile of a model. Settings come first, then what was measured or reported, then the defaults.
 * @param file  the model file for this state of the model; null: none
 */
export function profileFor(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  model: string,
  file: ModelFile | null,
  reported: Reported,
): ChosenProfile {
  const { profile: shipped } = shippedProfile(model)
  const measured: ProfileLayer =
    file?.measured == null
      ? { windowTokens: reported.windowTokens ?? undefined }
      : layerOf(file.measured, shipped, reported.windowTokens)
  if (reported.takesTools === false) measured.toolForm = 'text'
  return chooseProfile({ shipped, measured, ...settingLayers(settings, env) })
}

/** Separates settings by origin, for the report of `doctor`. */
function settingLayers(
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

/** Share of the measured speed that is expected: a busy GPU is slower. */
const SPEED_SHARE = 0.5

/**
 * Idle limit in ms once tokens arrive. Some engines send nothing until a call is complete, so a slow
 * model gets the time of its longest reply.
 */
export function idleFor(file: ModelFile | null, maxOutputTokens: number): number {
  const decodePerS = file?.measured?.decodePerS ?? null
  if (decodePerS === null || decodePerS <= 0) return LIMITS.idleMs
  const wholeMs = (maxOutputTokens / (decodePerS * SPEED_SHARE)) * 1_000
  return Math.max(LIMITS.idleMs, Math.ceil(wholeMs))
}
