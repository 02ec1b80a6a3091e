import { estimateTokens } from '#core'
import type { Tool } from '../declare/tool.js'
import { renderCard } from './render_card.js'

/** A card that can be shown. */
export interface Card {
  tool: string
  text: string
  words?: RegExp | undefined
  priority: number
  tokens: number
}

/** What cards are chosen for. Newest first where there is an order. */
export interface CardScene {
  /** Tools of the calls that failed last. */
  failed: readonly string[]
  /** Tools of the last two replies. */
  recent: readonly string[]
  /** The user's words; '' when they do not count. */
  message: string
  /** Tools whose card the prompt shows. */
  shown: ReadonlySet<string>
  budgetTokens: number
}

/**
 * Chooses cards in three priorities: the tool that failed last, tools of the last two replies, tools that the user's
 * words call for (row 233). A card that does not fit is left out, and the next one is tried (row 234).
 * @returns their tools, in the order of the priorities
 */
export function chooseCards(cards: readonly Card[], scene: CardScene): string[] {
  const called = cards
    .filter(({ words }) => scene.message !== '' && words?.test(scene.message) === true)
    .sort((a, b) => a.priority - b.priority || (a.tool < b.tool ? -1 : 1))
  const wanted = new Set([...scene.failed, ...scene.recent, ...called.map(({ tool }) => tool)])
  const chosen: string[] = []
  let left = scene.budgetTokens
  for (const tool of wanted) {
    const card = cards.find((one) => one.tool === tool)
    if (card === undefined || scene.shown.has(tool) || card.tokens > left) continue
    left -= card.tokens
    chosen.push(tool)
  }
  return chosen
}

/** Joins cards to one text. A set of tools is joined once, whatever its order (row 235). */
export function createCardBlocks(cards: readonly Card[]): (tools: readonly string[]) => string {
  const known = new Map<string, string>()
  const byTool = new Map(cards.map((card) => [card.tool, card]))
  return (tools) => {
    const names = [...new Set(tools)].sort()
    const key = names.join(' ')
    const block = known.get(key) ?? names.flatMap((name) => byTool.get(name)?.text ?? []).join('\n')
    known.set(key, block)
    return block
  }
}

/** A card with its size. */
export function toCard(
  tool: string,
  text: string,
  more: Pick<Card, 'words'> & { priority?: number | undefined },
): Card {
  return {
    tool,
    text,
    words: more.words,
    priority: more.priority ?? 5,
    tokens: estimateTokens(text),
  }
}

/** The cards of these tools. Unlisted tools have none. */
export function cardsOf(tools: readonly Tool[]): Card[] {
  return tools.flatMap(({ name, card, unlisted }) =>
    card === undefined || unlisted ? [] : [toCard(name, renderCard(name, card), card)],
  )
}
