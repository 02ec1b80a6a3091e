import type { Store } from '../store/entry.js'
import type { TagSource } from '../store/exact_tags.js'
import { findCallees } from './find_callees.js'
import { findDefinitions } from './find_definitions.js'
import { findUses } from './find_uses.js'
import type { Explained } from './types.js'

export interface ExplainQuery {
  name: string
  /** Only the definitions in this file. */
  path?: string | undefined
  /** Whether what they call is wanted too. */
  callees: boolean
}

/** Where a name is defined, which lines use it, and what it calls. */
export async function explain(
  store: Store,
  source: TagSource,
  { name, path, callees }: ExplainQuery,
): Promise<Omit<Explained, 'left'>> {
  const all = await findDefinitions(store, source, name)
  const definitions = path === undefined ? all : all.filter((one) => one.path === path)
  const { uses, unread } = await findUses(store, source, { name, definitions: all })
  return {
    name,
    definitions,
    uses,
    unread,
    callees: callees ? await findCallees(store, source, definitions) : [],
  }
}
