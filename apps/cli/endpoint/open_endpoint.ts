import { readDuration, type Settings, systemClock } from '#core'
import {
  type ChosenProfile,
  type ClientOptions,
  createRecorder,
  familyTokenFactor,
  type Model,
} from '#model'
import { agedFactor, type ModelPlace, modelFilePath, readModelFile } from '../data/model_file.js'
import { findModel } from './find_model.js'
import { probe } from './probe.js'
import { idleFor, profileFor } from './profile.js'

/** A model, its name and the profile for it. */
export interface Endpoint {
  /** A recording, or how its client is opened: a session shows its prompt before it loads the client. */
  source: { script: Model } | { client: ClientOptions }
  name: string
  /** Maximum number of tokens of a request. */
  windowTokens: number
  /** false: the window is assumed, so the value that a session has learned is better. */
  isWindowKnown: boolean
  /** Asks for the window again; undefined when the model list reports it. */
  servedWindow: (() => Promise<number | null>) | undefined
  profile: ChosenProfile
  /** Tokens counted by the server to tokens of our estimate, from earlier sessions. */
  tokenFactor: number
  /** The same for the tokenizer of the model's family, before anything was learned. */
  usualFactor: number
  /** Where its model file is; null for a recording. */
  place: (ModelPlace & { path: string }) | null
  /** The window as the endpoint tells it; null: it does not. */
  reportedWindow: number | null
  /** When this state of the model was measured, Unix time in ms; null: never. */
  measuredMs: number | null
  /** true: the model has changed since it was measured. */
  outdated: boolean
  /** Whether it accepts images, as measured; null: not measured. */
  vision: boolean | null
  /** Prompt tokens that it reads in a second, as measured; null: not measured. */
  prefillPerS: number | null
  /** Printed before the session starts; null: nothing. */
  note: string | null
}

/**
 * Finds the endpoint, asks it for its models and windows; or opens a recording.
 * @throws AircoderError ENDPOINT_UNREACHABLE, ENDPOINT_NOT_API, AUTH_REJECTED, MODEL_MISSING, RECORDING_INVALID
 */
export async function openEndpoint(
  settings: Settings,
  files: { script?: string; record?: string; onWait?: (text: string) => void },
  env: NodeJS.ProcessEnv,
): Promise<Endpoint> {
  if (files.script !== undefined) return openScript(settings, files.script, env)
  // The search may wait for minutes: a file that cannot be written is refused before it.
  const record = files.record === undefined ? undefined : createRecorder(files.record)
  const found = await findModel(settings, files.onWait)
  const { baseUrl, name: model } = found
  const probed = await probe(found, settings)
  const place = { baseUrl, model, mark: probed.mark }
  const path = modelFilePath(settings, place)
  const kept = readModelFile(path)
  const file = kept?.mark === probed.mark ? kept : null
  const reported = { windowTokens: probed.reportedWindow, takesTools: probed.takesTools }
  const profile = profileFor(settings, env, model, file, reported)
  const outdated = kept?.measured != null && file === null
  const { windowTokens, maxOutputTokens } = profile.values
  const usualFactor = familyTokenFactor(model)
  const limits = { idleMs: idleFor(file, maxOutputTokens) }
  const { token, wait } = settings
  const waitMs = readDuration(wait) ?? 0
  const { tellsProgress } = found
  const own = { baseUrl, token, clock: systemClock, record, limits, waitMs, tellsProgress }
  return {
    source: { client: own },
    name: model,
    windowTokens: Math.min(windowTokens, probed.mostWindow),
    isWindowKnown: probed.reportedWindow !== null || profile.origins.windowTokens !== 'shipped',
    servedWindow: probed.servedWindow,
    profile,
    tokenFactor: agedFactor(file, { family: usualFactor, nowMs: systemClock.now() }),
    usualFactor,
    place: { ...place, path },
    reportedWindow: probed.reportedWindow,
    measuredMs: file?.measured?.atMs ?? null,
    vision: file?.measured?.vision ?? null,
    prefillPerS: file?.measured?.prefillPerS ?? null,
    outdated,
    note: outdated
      ? `${model} has changed since it was measured: \`aircoder doctor --model\` measures it again.`
      : null,
  }
}

async function openScript(
  settings: Settings,
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<Endpoint> {
  const { readScript } = await import('./read_script.js')
  const name = settings.model ?? 'script'
  const profile = profileFor(settings, env, name, null, { windowTokens: null, takesTools: null })
  return {
    source: { script: readScript(path) },
    name,
    windowTokens: profile.values.windowTokens,
    isWindowKnown: true,
    servedWindow: undefined,
    profile,
    tokenFactor: 1,
    usualFactor: 1,
    place: null,
    reportedWindow: null,
    measuredMs: null,
    outdated: false,
    vision: null,
    prefillPerS: null,
    note: null,
  }
}
