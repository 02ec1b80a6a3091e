import type { ToolCard } from '../declare/card.js'

/** The first line of a card. It says whether a prompt shows the card. */
export function cardTitle(tool: string): string {
  return `How to call ${tool}:`
}

/** A card as text: title, example, rules. The same bytes for the same card. */
export function renderCard(tool: string, { example, rules }: ToolCard): string {
  return [
    cardTitle(tool),
    `${tool} ${JSON.stringify(example)}`,
    ...rules.map((rule) => `- ${rule}`),
  ].join('\n')
}
