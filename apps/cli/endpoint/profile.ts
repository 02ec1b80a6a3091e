import { LIMITS, layerFromEnvironment, type Settings } from '#core'
import {
  type ChosenProfile,
  chooseProfile,
  layerOf,
  type ProfileLayer,
  shippedProfile,
} from '#model'
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
    file?.measured == null ? {} : layerOf(file.measured, shipped, reported.windowTokens)
  const layer: ProfileLayer = { windowTokens: reported.windowTokens ?? undefined }
  // What the endpoint refuses now is newer than a measurement.
  if (reported.takesTools === false) {
    measured.toolForm = undefined
    layer.toolForm = 'text'
  }
  return chooseProfile({ shipped, measured, reported: layer, ...settingLayers(settings, env) })
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
