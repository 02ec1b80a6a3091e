import { readFileSync } from 'node:fs'
import { AircoderError, LIMITS, parseRecording, type Settings, systemClock } from '#core'
import {
  createClient,
  createRecorder,
  createScriptModel,
  listModels,
  type Model,
  type ModelInfo,
  normaliseBaseUrl,
} from '#model'

/** A model that can be asked, its name, and the window to keep within. */
export interface Endpoint {
  model: Model
  name: string
  windowTokens: number
}

/** Looked at in turn when nothing is configured (contract.md): our proxy, then Ollama itself. */
const DEFAULTS = ['http://127.0.0.1:8765/v1', 'http://127.0.0.1:11434/v1']

/**
 * Finds the endpoint, asks it for its models and windows, and opens a client; or opens a recording.
 * @throws AircoderError ENDPOINT_UNREACHABLE, ENDPOINT_NOT_API, AUTH_REJECTED, MODEL_MISSING, RECORDING_INVALID
 */
export async function openEndpoint(
  settings: Settings,
  files: { script?: string; record?: string },
): Promise<Endpoint> {
  if (files.script !== undefined) {
    const model = createScriptModel(parseRecording(files.script, readText(files.script)))
    return {
      model,
      name: settings.model ?? 'script',
      windowTokens: settings.window ?? LIMITS.defaultWindowTokens,
    }
  }
  const { baseUrl, models } = await findModels(settings)
  const chosen = choose(settings.model, models, baseUrl)
  const record = files.record === undefined ? undefined : createRecorder(files.record)
  return {
    model: createClient({ baseUrl, token: settings.token, clock: systemClock, record }),
    name: chosen.id,
    windowTokens: settings.window ?? chosen.windowTokens ?? LIMITS.defaultWindowTokens,
  }
}

async function findModels(settings: Settings): Promise<{ baseUrl: string; models: ModelInfo[] }> {
  const { token, model } = settings
  const urls = (settings.baseUrl === undefined ? DEFAULTS : [settings.baseUrl]).map(
    normaliseBaseUrl,
  )
  let first: unknown
  for (const baseUrl of urls) {
    try {
      return { baseUrl, models: await listModels({ baseUrl, token, clock: systemClock }) }
    } catch (error) {
      first ??= error
      // Some servers have no list. Whoever names endpoint and model is taken at their word.
      if (settings.baseUrl !== undefined && model !== undefined && hasNoList(error))
        return { baseUrl, models: [] }
    }
  }
  throw first
}

function hasNoList(error: unknown): boolean {
  return (
    error instanceof AircoderError &&
    error.code === 'ENDPOINT_NOT_API' &&
    /answers 4\d\d/.test(error.message)
  )
}

function choose(wanted: string | undefined, models: readonly ModelInfo[], url: string): ModelInfo {
  const found = models.find(
    ({ id }) => wanted === undefined || id === wanted || id === `${wanted}:latest`,
  )
  if (found !== undefined) return found
  if (wanted !== undefined && models.length === 0) return { id: wanted, windowTokens: null }
  const names = models.map(({ id }) => id).join(', ') || 'none'
  throw new AircoderError('MODEL_MISSING', { url, model: wanted ?? 'at all', models: names })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new AircoderError(
      'RECORDING_INVALID',
      { path, reason: (cause as Error).message },
      { cause },
    )
  }
}
