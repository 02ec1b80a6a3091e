import type { Bill, ModelUse, Prices, Settings, Spending, Usage } from '#core'
import type { Ledger } from '#ledger'

const MILLION = 1_000_000

/** Where costs are computed: rows, prices, and the time. */
interface Books {
  ledger: Pick<Ledger, 'modelUse'>
  settings: Pick<Settings, 'prices' | 'currency'>
}

/** Tokens and costs by model, of a session and of the folder's day. @param nowMs  Unix time in ms */
export function spendingOf(
  sessionId: string,
  { ledger, settings: { prices, currency } }: Books,
  nowMs: number,
): Spending {
  const session = billOf(ledger.modelUse({ sessionId }), prices)
  const today = billOf(ledger.modelUse({ sinceMs: midnightBefore(nowMs) }), prices)
  return { currency, session, today }
}

function billOf(uses: readonly ModelUse[], prices: Prices): Bill {
  const models = uses.map((use) => ({ ...use, cost: costOf(use.usage, prices[use.model]) }))
  const known = models.flatMap(({ cost }) => (cost === null ? [] : [cost]))
  const cost = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
  return { cost, models }
}

/** null: without a price no number is invented. */
function costOf(usage: Usage, price: Prices[string] | undefined): number | null {
  if (price === undefined) return null
  const { promptTokens, completionTokens, reusedPrefixTokens } = usage
  // A server may report more reused tokens than the prompt has.
  const reused = Math.min(reusedPrefixTokens, promptTokens)
  const { input, output, cached = input } = price
  return ((promptTokens - reused) * input + reused * cached + completionTokens * output) / MILLION
}

function midnightBefore(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0)
}
