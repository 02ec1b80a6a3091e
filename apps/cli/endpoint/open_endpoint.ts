import { readFileSync } from 'node:fs'
import { AircoderError, LIMITS, parseRecording, type Settings, systemClock } from '#core'
import {
  type ChosenProfile,
  type ClientOptions,
  createClient,
  createRecorder,
  createScriptModel,
  loadedWindow,
  type Model,
  ollamaModel,
} from '#model'
import { type ModelPlace, modelFilePath, readModelFile } from '../data/model_file.js'
import { type FoundModel, findModel } from './find_model.js'
import { idleFor, profileFor } from './profile.js'

/** A model that can be asked, its name, and how it is to be talked to. */
export interface Endpoint {
  model: Model
  name: string
  /** The window to keep within. */
  windowTokens: number
  /** false: nobody has told the window, so what a session knows of it is better. */
  windowIsTold: boolean
  /** Asks for the window again; absent where what the list says is enough. */
  servedWindow: (() => Promise<number | null>) | undefined
  profile: ChosenProfile
  /** Tokens counted by the server to tokens of our estimate, from earlier sessions. */
  tokenFactor: number
  /** Where things are kept of it; null for a recording. */
  place: (ModelPlace & { path: string }) | null
  /** The window as the endpoint tells it; null: it does not. */
  reportedWindow: number | null
  /** When this state of the model was measured, Unix time in ms; null: never. */
  measuredMs: number | null
  /** true: it was measured, and the model is another now. */
  outdated: boolean
  /** Whether it sees pictures, as it was measured; null: it was not. */
  vision: boolean | null
  /** What the person should know before it starts; null: nothing. */
  note: string | null
}

/**
 * Finds the endpoint, asks it for its models and windows, and opens a client; or opens a recording.
 * @throws AircoderError ENDPOINT_UNREACHABLE, ENDPOINT_NOT_API, AUTH_REJECTED, MODEL_MISSING, RECORDING_INVALID
 */
export async function openEndpoint(
  settings: Settings,
  files: { script?: string; record?: string },
  env: NodeJS.ProcessEnv,
  repair?: ClientOptions['repair'],
): Promise<Endpoint> {
  if (files.script !== undefined) return openScript(settings, files.script, env)
  const found = await findModel(settings)
  const { baseUrl, name: model } = found
  const look = await lookAt(found, settings)
  const place = { baseUrl, model, mark: look.mark }
  const path = modelFilePath(settings, place)
  const kept = readModelFile(path)
  const file = kept?.mark === look.mark ? kept : null
  const told = { windowTokens: look.reportedWindow, takesTools: look.takesTools }
  const profile = profileFor(settings, env, model, file, told)
  const outdated = kept?.measured != null && file === null
  const record = files.record === undefined ? undefined : createRecorder(files.record)
  const { windowTokens, maxOutputTokens } = profile.values
  const limits = { idleMs: idleFor(file, maxOutputTokens) }
  const { token } = settings
  return {
    model: createClient({ baseUrl, token, clock: systemClock, record, limits, repair }),
    name: model,
    windowTokens: Math.min(windowTokens, look.mostWindow),
    windowIsTold: look.reportedWindow !== null || profile.origins.windowTokens !== 'shipped',
    servedWindow: look.servedWindow,
    profile,
    tokenFactor: file?.tokenFactor ?? 1,
    place: { ...place, path },
    reportedWindow: look.reportedWindow,
    measuredMs: file?.measured?.atMs ?? null,
    vision: file?.measured?.vision ?? null,
    outdated,
    note: outdated
      ? `${model} has changed since it was measured: \`aircoder doctor --model\` measures it anew.`
      : null,
  }
}

interface Look {
  mark: string
  reportedWindow: number | null
  takesTools: boolean | null
  /** Nothing above this is safe, whoever says so. */
  mostWindow: number
  servedWindow: (() => Promise<number | null>) | undefined
}

/** Where the list names no window, Ollama may be behind it: it has more to tell. */
async function lookAt(found: FoundModel, settings: Settings): Promise<Look> {
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
  const { digest, takesTools: told } = ollama
  return { mark: digest, reportedWindow: loaded, takesTools: told, mostWindow, servedWindow }
}

function openScript(settings: Settings, path: string, env: NodeJS.ProcessEnv): Endpoint {
  const name = settings.model ?? 'script'
  const profile = profileFor(settings, env, name, null, { windowTokens: null, takesTools: null })
  return {
    model: createScriptModel(parseRecording(path, readText(path))),
    name,
    windowTokens: profile.values.windowTokens,
    windowIsTold: true,
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

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const reason = (cause as Error).message
    throw new AircoderError('RECORDING_INVALID', { path, reason }, { cause })
  }
}
