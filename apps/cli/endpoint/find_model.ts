import {
  AircoderError,
  nameFirst,
  nearestName,
  readDuration,
  type Settings,
  systemClock,
} from '#core'
import { listModels, type ModelInfo, normaliseBaseUrl } from '#model'
import { isOtherApi, isUnreachable, withPath } from './with_path.js'

/** A model of an endpoint, as its list has it. */
export interface FoundModel
  extends Pick<ModelInfo, 'windowTokens' | 'takesTools' | 'mark' | 'tellsProgress'> {
  baseUrl: string
  name: string
}

/** Looked at in turn when nothing is configured (docs/design/commands.md#endpoint): our proxy, then Ollama itself. */
const DEFAULTS = ['http://127.0.0.1:8765/v1', 'http://127.0.0.1:11434/v1']

/** The base URLs to try, normalised. */
export function addressesOf(settings: Settings): string[] {
  return (settings.baseUrl === undefined ? DEFAULTS : [settings.baseUrl]).map(normaliseBaseUrl)
}

/**
 * The model that is wanted, or the first that there is.
 * @throws AircoderError ENDPOINT_UNREACHABLE, ENDPOINT_NOT_API, AUTH_REJECTED, MODEL_MISSING, NO_MODELS
 */
export async function findModel(
  settings: Settings,
  onWait?: (text: string) => void,
): Promise<FoundModel> {
  const { baseUrl, models } = await findModels(settings, onWait)
  const { id: name, ...info } = choose(settings.model, models, baseUrl)
  return { baseUrl, name, ...info }
}

/**
 * The first address that answers, and its models.
 * @param onWait  a configured endpoint that is starting or busy is waited for, and this receives the lines
 *                about it; an address that nobody configured is not waited for
 * @param addresses  looked at in turn
 * @throws AircoderError as findModel
 */
export async function findModels(
  settings: Settings,
  onWait?: (text: string) => void,
  addresses = addressesOf(settings),
): Promise<{ baseUrl: string; models: ModelInfo[] }> {
  const { token, tokenBelongsTo, model } = settings
  const ms = readDuration(settings.wait) ?? 0
  const isNamed = settings.baseUrl !== undefined
  const wait = onWait === undefined || !isNamed ? undefined : { ms, onWait }
  const failed: unknown[] = []
  for (const baseUrl of addresses) {
    try {
      return await withPath(baseUrl, (place) =>
        listModels({ baseUrl: place, token, tokenBelongsTo, clock: systemClock, wait }),
      )
    } catch (error) {
      failed.push(error)
      // Some servers have no model list: then the configured model is used without a check.
      if (settings.baseUrl !== undefined && model !== undefined && hasNoList(error))
        return { baseUrl, models: [] }
    }
  }
  // What answers is closer to a model than what does not.
  throw (
    failed.find((error) => !isUnreachable(error)) ?? (isNamed ? failed[0] : noneListens(addresses))
  )
}

function noneListens(addresses: readonly string[]): AircoderError {
  const url = addresses.join(' or ')
  const reason = 'nothing listens there, and no endpoint is configured (`aircoder init` sets one)'
  return new AircoderError('ENDPOINT_UNREACHABLE', { url, reason })
}

function hasNoList(error: unknown): boolean {
  return isOtherApi(error) && /answers 4\d\d/.test(error.message)
}

/** @throws AircoderError MODEL_MISSING, NO_MODELS */
export function choose(
  wanted: string | undefined,
  models: readonly ModelInfo[],
  url: string,
): ModelInfo {
  const found = models.find(
    ({ id }) => wanted === undefined || id === wanted || id === `${wanted}:latest`,
  )
  if (found !== undefined) return found
  if (wanted !== undefined && models.length === 0)
    return { id: wanted, windowTokens: null, takesTools: null, mark: `name:${wanted}` }
  if (wanted === undefined) throw new AircoderError('NO_MODELS', { url })
  const names = models.map(({ id }) => id)
  const close = nearModels(wanted, names)
  const near = close.length === 0 ? '' : `Did you mean ${close.join(' or ')}?`
  const listed = nameFirst(names, NAMED)
  throw new AircoderError('MODEL_MISSING', { url, model: wanted, near, models: listed })
}

/** Models that are shown by name. */
const NAMED = 20
const NEAR = 3

/** The models that a wrong name most likely means: one with a slip, else those that it is a part of. */
function nearModels(wanted: string, names: readonly string[]): string[] {
  const slip = nearestName(wanted, names)
  if (slip !== null) return [slip]
  const word = wanted.toLowerCase()
  const base = /^[^:]*/.exec(word)?.[0] ?? word
  for (const part of [word, base]) {
    const close = names.filter((name) => name.toLowerCase().includes(part))
    if (part !== '' && close.length > 0) return close.slice(0, NEAR)
  }
  return []
}
