import type { MapFacts } from '#context'
import { LIMITS } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../../deps/deps.js'
import { windowOf } from '../../window/window.js'

type MapDeps = Pick<Deps, 'map' | 'endpoint'>

/** A shorter text, such as a greeting, names no place, unless it names one. */
const LEAST_WORDS = 3

/** Ranks the files for the task, once a text, in a bounded time. Without an index in time there is no map. */
export async function lookAtMap({ task }: Pick<View, 'task'>, { map }: MapDeps): Promise<void> {
  await map?.look(task.text)
}

/** The map as the prompt shows it. */
export function mapFacts(view: View, deps: MapDeps): MapFacts | null {
  const seen = deps.map?.seen() ?? null
  if (seen === null) return null
  const words = view.task.text.split(/\s+/).filter((word) => word !== '').length
  const isNamed = seen.files.some(({ places }) => places.named !== undefined)
  if (words < LEAST_WORDS && !isNamed) return null
  const { files, left } = seen
  return { files, left, tokens: tokensFor(windowOf(view, deps)) }
}

function tokensFor(windowTokens: number): number {
  return LIMITS.mapTokens.find(({ upTo }) => windowTokens <= upTo)?.tokens ?? 0
}
