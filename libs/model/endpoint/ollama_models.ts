import { LIMITS } from '#core'
import { asObject, isObject } from '../json/parse_json.js'
import { RequestFailedError } from './errors.js'
import { type GetOptions, getText } from './get_text.js'

/**
 * The window that a bare Ollama has loaded a model with: `/api/ps` alone tells it. What `/api/show` and
 * `/api/tags` name is the window of the training (design page ollama.md 2).
 * @returns tokens; null: not loaded, or no Ollama
 */
export async function loadedWindow(options: GetOptions, model: string): Promise<number | null> {
  const row = await rowOf(options, '/api/ps', model)
  const window = row?.context_length
  return typeof window === 'number' && window > 0 ? window : null
}

/**
 * The digest of a model's files as Ollama has it, and whether its template has tools: a request with
 * tools for one without is refused. Null where nobody tells.
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

/** The model's row in one of Ollama's lists; undefined for every kind of no. */
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
