import { LIMITS, readDuration, type Settings, systemClock } from '#core'
import {
  type ChosenProfile,
  type ClientOptions,
  createRecorder,
  loadedWindow,
  type Model,
  ollamaModel,
} from '#model'
import { type ModelPlace, modelFilePath, readModelFile } from '../data/model_file.js'
import { type FoundModel, findModel } from './find_model.js'
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
  const record = files.record === undefined ? undefined : createRecorder(files.record)
  const { windowTokens, maxOutputTokens } = profile.values
  const limits = { idleMs: idleFor(file, maxOutputTokens) }
  const { token, wait } = settings
  const waitMs = readDuration(wait) ?? 0
  return {
    source: { client: { baseUrl, token, clock: systemClock, record, limits, waitMs } },
    name: model,
    windowTokens: Math.min(windowTokens, probed.mostWindow),
    isWindowKnown: probed.reportedWindow !== null || profile.origins.windowTokens !== 'shipped',
    servedWindow: probed.servedWindow,
    profile,
    tokenFactor: file?.tokenFactor ?? 1,
    place: { ...place, path },
    reportedWindow: probed.reportedWindow,
    measuredMs: file?.measured?.atMs ?? null,
    vision: file?.measured?.vision ?? null,
    outdated,
    note: outdated
      ? `${model} has changed since it was measured: \`aircoder doctor --model\` measures it again.`
      : null,
  }
}

interface Probe {
  mark: string
  reportedWindow: number | null
  takesTools: boolean | null
  /** Upper limit, whatever the settings say. */
  mostWindow: number
  servedWindow: (() => Promise<number | null>) | undefined
}

/** When the list reports no window, the server may be Ollama, which has other APIs for it. */
async function probe(found: FoundModel, settings: Settings): Promise<Probe> {
  const { name, windowTokens: reportedWindow, takesTools, mark } = found
  const unbounded = Number.POSITIVE_INFINITY
  const plain = { mark, reportedWindow, takesTools, mostWindow: unbounded, servedWindow: undefined }
  if (reportedWindow !== null) return plain
  const options = { baseUrl: found.baseUrl, token: settings.token, clock: systemClock }
  const [ollama, loaded] = await Promise.all([
    ollamaModel(options, name),
    loadedWindow(options, name),
  ])
  if (ollama === null) return plain
  const servedWindow = async () => {
    const now = await loadedWindow(options, name)
    return now === null ? null : Math.min(now, settings.window ?? unbounded)
  }
  const mostWindow = loaded ?? settings.window ?? LIMITS.unloadedWindowTokens
  return {
    mark: ollama.digest,
    reportedWindow: loaded,
    takesTools: ollama.takesTools,
    mostWindow,
    servedWindow,
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
    place: null,
    reportedWindow: null,
    measuredMs: null,
    outdated: false,
    vision: null,
    note: null,
  }
}
