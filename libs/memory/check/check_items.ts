import { isObject, refuse } from './refuse.js'

const TYPES = ['system', 'task_state', 'user', 'assistant', 'tool_result', 'code', 'graph']

/** Checks the items of a context that are pruned. @throws AircoderError MEMORY_INPUT */
export function checkItems(path: string, items: unknown): void {
  if (!Array.isArray(items)) refuse(path, 'prune needs a list of items')
  for (const item of items as unknown[]) {
    const isWhole =
      isObject(item) &&
      typeof item.id === 'string' &&
      TYPES.includes(String(item.type)) &&
      Number.isFinite(item.tokens) &&
      Number.isFinite(item.timestamp)
    if (!isWhole) refuse(path, `an item needs id, type (${TYPES.join(', ')}), tokens and timestamp`)
  }
}
