import type { Broken } from '#context'
import { figure } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'

/** One line about a prompt that does not begin with the one before: why, from where on, and what it costs. */
export function describeBroken(
  { place, lostTokens, readTokens }: Broken,
  { generation }: Pick<View, 'generation'>,
  { endpoint }: Pick<Deps, 'endpoint'>,
): string {
  const { prefillPerS } = endpoint
  const time =
    prefillPerS == null || prefillPerS <= 0
      ? ''
      : ` in about ${Math.max(1, Math.round(readTokens / prefillPerS))} s`
  const why = generation?.reason.split(/\s/, 1)[0] ?? 'unknown'
  return `the prompt was written again (${why}). It differs from ${place} on. The engine loses ${figure(lostTokens)} tokens of its cache and reads ${figure(readTokens)} again${time}`
}
