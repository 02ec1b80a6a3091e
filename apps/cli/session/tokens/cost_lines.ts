import { type Bill, countNoun, figure, type Spending } from '#core'

/** Most models that are listed of a session, and of a day. */
const MOST_MODELS = 8

/** The lines of `/cost` by model; none where no server counted a token. */
export function costLines({ session, today, currency }: Spending): string[] {
  return [
    ...billLines('By model, in this session:', session, currency),
    ...billLines('By model, today in this folder:', today, currency),
  ]
}

function billLines(head: string, { models, cost }: Bill, currency: string): string[] {
  if (models.length === 0) return []
  const shown = models.slice(0, MOST_MODELS).map((use) => {
    const { promptTokens, completionTokens, reusedPrefixTokens } = use.usage
    const parts = [
      countNoun(use.requests, 'request'),
      `${figure(promptTokens)} sent`,
      // 0 is also what a server says that does not count them.
      ...(reusedPrefixTokens > 0 ? [`${figure(reusedPrefixTokens)} reused`] : []),
      `${figure(completionTokens)} written`,
      ...(use.cost === null ? noPrice(cost) : [money(use.cost, currency)]),
    ]
    return `  ${use.model}: ${parts.join(', ')}`
  })
  const left = models.length - shown.length
  const more = left > 0 ? [`  and ${countNoun(left, 'model')} more`] : []
  const sum = cost === null || models.length === 1 ? [] : [`  in all: ${money(cost, currency)}`]
  return ['', head, ...shown, ...more, ...sum]
}

/** Where no model has a price, the person did not ask for costs. */
function noPrice(cost: number | null): string[] {
  return cost === null ? [] : ['no price in the settings']
}

/** A step costs a fraction of a cent: two digits that count, two decimals at least. */
function money(cost: number, currency: string): string {
  const digits = cost >= 1 || cost === 0 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(cost)))
  return `${cost.toFixed(Math.max(2, digits))} ${currency}`
}
