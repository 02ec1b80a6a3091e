import { type Chain, countCommon, tokensIn } from './chain.js'

/**
 * Where a prompt left the one before: `first` has none before, `none` only appended to it (or took from its end),
 * the others left it among the tools or among the messages.
 */
export const DEPARTURES = ['first', 'none', 'tools', 'messages'] as const
export type DepartureKind = (typeof DEPARTURES)[number]

export interface Departure {
  kind: DepartureKind
  /** `tools[3]` or `messages[5]`: the first piece that is not what it was; null where there is none. */
  place: string | null
  /** Share of this prompt (0 to 1, by the estimate) that must be read again though the prompt before had its like. */
  lostShare: number
}

/** Compares a prompt with its session's one before. @param before  null: there is none */
export function departureOf(before: Chain | null, now: Chain): Departure {
  if (before === null) return { kind: 'first', place: null, lostShare: 0 }
  const common = countCommon(before, now)
  if (common === before.tokens.length || common === now.tokens.length)
    return { kind: 'none', place: null, lostShare: 0 }
  // A tool that was added or taken away is named by its place, whatever stands there in the other prompt.
  const isTool = common < Math.max(before.tools, now.tools)
  const all = tokensIn(now)
  const lost = Math.min(tokensIn(before), all) - tokensIn(now, common)
  return {
    kind: isTool ? 'tools' : 'messages',
    place: isTool ? `tools[${common}]` : `messages[${common - now.tools}]`,
    lostShare: all === 0 ? 0 : Math.max(0, lost) / all,
  }
}
