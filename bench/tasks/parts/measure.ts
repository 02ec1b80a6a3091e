import type { ChatRequest } from '#core'
import { renderPrompt } from './engine/render.js'
import type { Exchange } from './engine/serve.js'
import { countTokens } from './engine/tokens.js'

/** Output that is kept free (docs/design/prompt.md#budgets): a larger prompt is over the budget. */
const RESERVE = [
  { upTo: 8_192, tokens: 1_024 },
  { upTo: 16_384, tokens: 1_500 },
  { upTo: Number.POSITIVE_INFINITY, tokens: 2_048 },
]
/** A rebuild so many requests after another one is one too many. */
const GAP = 6
/** Share of the window for errors of the estimate, and of the usable window that a rebuild has to leave free. */
const SAFETY = 0.03
const FREE = 0.45

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
  /** Those of them that a head of 55 % of the usable window would have spared: what came since would have fitted into the rest. */
  rebuildsAvoidable: number
  /** Smallest share of the usable window that a rebuild left free; 1: there was none. */
  leastFree: number
  /** Calls that were made before, with no edit and no command between. Those of the misbehaviour do not count. */
  repeats: number
  /** Edits that the model guessed, since it no longer saw what it needed. */
  wrongEdits: number
  /** Replies that misbehaved. */
  slips: number
}

export function measure(exchanges: readonly Exchange[], windowTokens: number): Figures {
  const reserve = RESERVE.find(({ upTo }) => windowTokens <= upTo)?.tokens ?? 0
  const usable = windowTokens - reserve - Math.ceil(windowTokens * SAFETY)
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
    rebuildsAvoidable: countAvoidable(exchanges, usable),
    leastFree: Math.min(
      1,
      ...exchanges
        .filter(({ rebuilt }) => rebuilt)
        .map(({ promptTokens }) => Math.round((1 - promptTokens / usable) * 1_000) / 1_000),
    ),
    repeats: countRepeats(exchanges),
    wrongEdits: sum(({ answer }) =>
      Number(answer?.move?.do === 'patch' && answer.move.guess === true),
    ),
    slips: sum(({ answer }) => Number(answer !== null && answer.slip !== null)),
  }
}

/**
 * Rebuilds within six requests of the previous one, although the replies and results between them would have fitted into
 * the space that a rebuild has to leave free. The other ones are due to the text that the model asked for.
 */
function countAvoidable(exchanges: readonly Exchange[], usable: number): number {
  let count = 0
  let last: number | null = null
  for (const [at, { rebuilt }] of exchanges.entries()) {
    if (!rebuilt) continue
    // The request that was not sent as it was had one step more.
    const came = last === null ? 0 : textSince(exchanges, last, at)
    if (last !== null && at - last <= GAP && came <= usable * FREE) count++
    last = at
  }
  return count
}

/** Tokens that came after the request `from`, up to the one `to` that was written again: that one's newest step included. */
function textSince(exchanges: readonly Exchange[], from: number, to: number): number {
  const grown = (exchanges[to - 1]?.promptTokens ?? 0) - (exchanges[from]?.promptTokens ?? 0)
  return grown + newestStep(exchanges[to]?.request)
}

function newestStep(request: ChatRequest | undefined): number {
  const messages = request?.messages ?? []
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  if (last === -1) return 0
  return renderPrompt({ ...request, tools: [], messages: messages.slice(last) } as ChatRequest)
    .slice(1)
    .reduce((sum, part) => sum + countTokens(part), 0)
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
