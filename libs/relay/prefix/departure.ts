import { type Chain, countCommon, tokensIn } from './chain.js'

/**
 * Where a prompt differs from the previous one: `first` has no previous one, `none` only appended or removed at the end,
 * the others differ in a tool or in a message.
 */
export const DEPARTURES = ['first', 'none', 'tools', 'messages'] as const
export type DepartureKind = (typeof DEPARTURES)[number]

export interface Departure {
  kind: DepartureKind
  /** `tools[3]` or `messages[5]`: the first piece that differs; null: none. */
  place: string | null
  /** Share of this prompt (0 to 1, by the estimate) that must be read again after the first difference. */
  lostShare: number
}

/** Compares a prompt with the previous one of its session. @param before  null: none */
export function departureOf(before: Chain | null, now: Chain): Departure {
  if (before === null) return { kind: 'first', place: null, lostShare: 0 }
  const common = countCommon(before, now)
  if (common === before.tokens.length || common === now.tokens.length)
    return { kind: 'none', place: null, lostShare: 0 }
  // A tool that was added or removed is named by its place, whatever the other prompt has there.
  const isTool = common < Math.max(before.tools, now.tools)
  const all = tokensIn(now)
  const lost = Math.min(tokensIn(before), all) - tokensIn(now, common)
  return {
    kind: isTool ? 'tools' : 'messages',
    place: isTool ? `tools[${common}]` : `messages[${common - now.tools}]`,
    lostShare: all === 0 ? 0 : Math.max(0, lost) / all,
  }
}
