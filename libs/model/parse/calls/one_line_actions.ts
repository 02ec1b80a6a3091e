/**
 * The one-line actions (row 12) and their fields that are lists. When a model sends one string for such
 * a field, it is split into a list (row 34).
 */
const ACTIONS: Record<string, { lists: readonly string[] }> = {
  record_evidence: { lists: [] },
  spawn_child: { lists: [] },
  resolve: { lists: ['cites'] },
}

export const ACTION_NAMES = Object.keys(ACTIONS)

/** The arguments, with a string split into a list where the action expects a list. */
export function withLists(name: string, given: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.hasOwn(ACTIONS, name) ? ACTIONS[name]?.lists : undefined
  const changed = (fields ?? []).flatMap((field) => {
    const value = given[field]
    return typeof value === 'string' ? [[field, value.split(/[\s,]+/).filter(Boolean)]] : []
  })
  return changed.length === 0 ? given : { ...given, ...Object.fromEntries(changed) }
}
