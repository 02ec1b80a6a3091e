import { isObject } from '../json/parse_json.js'

/** The field of a body that asks llama.cpp's server for its progress. */
export const ASK_PROGRESS = { return_progress: true } as const

/**
 * The share of the prompt that llama.cpp's server has read, 0..1; null where a chunk reports none.
 * Its figures: `processed` and `cache` tokens of `total`, where `processed` counts the cached ones too.
 */
export function promptShare(chunk: unknown): number | null {
  const progress = isObject(chunk) ? chunk.prompt_progress : undefined
  if (!isObject(progress)) return null
  const { total, processed, cache } = progress
  const kept = isCount(cache) ? cache : 0
  if (!isCount(total) || !isCount(processed) || processed > total || kept > processed) return null
  // What came from the cache took no time.
  return total === kept ? 1 : (processed - kept) / (total - kept)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
