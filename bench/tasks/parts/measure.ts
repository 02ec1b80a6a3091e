import type { Exchange } from './engine/serve.js'

/** Output that is kept free (docs/design/prompt.md#budgets): a larger prompt is over the budget. */
const RESERVE = [
  { upTo: 8_192, tokens: 1_024 },
  { upTo: 16_384, tokens: 1_500 },
  { upTo: Number.POSITIVE_INFINITY, tokens: 2_048 },
]
/** A rebuild so many requests after another one is one too many. */
const GAP = 6

/** What a run cost, counted from what the engine saw. */
export interface Figures {
  requests: number
  prefillTokens: number
  prefillPerRequest: number
  /** Share of the prompt tokens that the slot held already. */
  reuse: number
  largestPrompt: number
  /** Requests of which the prompt leaves less than the reserve. */
  overBudget: number
  /** Requests that the engine refused. */
  refused: number
  rebuilds: number
  /** Rebuilds within six requests of the previous one. */
  rebuildsSoon: number
  /** Calls that were made before, with no edit and no command between. Those of the misbehaviour do not count. */
  repeats: number
  /** Edits that the model guessed, since it no longer saw what it needed. */
  wrongEdits: number
  /** Replies that misbehaved. */
  slips: number
}

export function measure(exchanges: readonly Exchange[], windowTokens: number): Figures {
  const reserve = RESERVE.find(({ upTo }) => windowTokens <= upTo)?.tokens ?? 0
  const sum = (count: (one: Exchange) => number) =>
    exchanges.reduce((total, one) => total + count(one), 0)
  const prefill = sum((one) => one.prefillTokens)
  const prompts = sum((one) => one.promptTokens)
  const rebuilt = exchanges.flatMap((one, at) => (one.rebuilt ? [at] : []))
  return {
    requests: exchanges.length,
    prefillTokens: prefill,
    prefillPerRequest: Math.round(prefill / Math.max(1, exchanges.length)),
    reuse: Math.round((1 - prefill / Math.max(1, prompts)) * 1_000) / 1_000,
    largestPrompt: Math.max(0, ...exchanges.map((one) => one.promptTokens)),
    overBudget: sum((one) => Number(one.promptTokens > windowTokens - reserve)),
    refused: sum((one) => Number(one.answer === null)),
    rebuilds: rebuilt.length,
    rebuildsSoon: rebuilt.filter((at, n) => n > 0 && at - (rebuilt[n - 1] ?? 0) <= GAP).length,
    repeats: countRepeats(exchanges),
    wrongEdits: sum(({ answer }) =>
      Number(answer?.move?.do === 'patch' && answer.move.guess === true),
    ),
    slips: sum(({ answer }) => Number(answer !== null && answer.slip !== null)),
  }
}

function countRepeats(exchanges: readonly Exchange[]): number {
  const seen = new Set<string>()
  let repeats = 0
  for (const { answer } of exchanges) {
    if (answer === null || answer.slip !== null) continue
    for (const { name, raw } of answer.calls) {
      const isChange =
        answer.move?.do !== 'read' && answer.move?.do !== 'grep' && answer.move?.do !== 'list'
      if (isChange) seen.clear()
      else if (seen.has(`${name} ${raw}`)) repeats++
      seen.add(`${name} ${raw}`)
    }
  }
  return repeats
}
