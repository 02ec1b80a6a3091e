import { LIMITS, plausibleWindow } from '#core'
import { asObject, isObject } from '../../json/parse_json.js'
import { RequestFailedError } from '../errors.js'
import { type GetOptions, getText } from '../get_text.js'

/**
 * The window that a bare Ollama has loaded a model with. Only `/api/ps` reports it; `/api/show` and
 * `/api/tags` report the trained window (docs/design/engines.md#ollama-window).
 * @returns tokens; null when the model is not loaded or the endpoint is not Ollama
 */
export async function loadedWindow(options: GetOptions, model: string): Promise<number | null> {
  const row = await rowOf(options, '/api/ps', model)
  return plausibleWindow(row?.context_length)
}

/**
 * The digest of a model's files in Ollama, and whether its template supports tools. Ollama rejects a
 * request with tools for a model without. Null when the endpoint is not Ollama or does not list the model.
 */
export async function ollamaModel(
  options: GetOptions,
  model: string,
): Promise<{ digest: string; takesTools: boolean | null } | null> {
  const row = await rowOf(options, '/api/tags', model)
  const { digest, capabilities } = row ?? {}
  if (typeof digest !== 'string' || digest === '') return null
  return { digest, takesTools: Array.isArray(capabilities) ? capabilities.includes('tools') : null }
}

/** The model's row in one of Ollama's lists; undefined when the request fails or has no such row. */
async function rowOf(
  options: GetOptions,
  path: string,
  model: string,
): Promise<Record<string, unknown> | undefined> {
  try {
    const url = new URL(path, options.baseUrl).href
    const list = asObject((await getText(options, url, LIMITS.discoveryMs)).text)?.models
    const rows = Array.isArray(list) ? list.filter(isObject) : []
    return rows.find(({ name }) => name === model || name === `${model}:latest`)
  } catch (error) {
    if (error instanceof RequestFailedError) return undefined
    throw error
  }
}
