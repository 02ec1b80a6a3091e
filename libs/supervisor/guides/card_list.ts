import { type Card, cardsOf, cardTitle, createCardBlocks, lintCard, toCard } from '#tools'
import type { Deps } from '../deps/deps.js'

/** The cards of a registry with those of the person. */
export interface CardList {
  cards: readonly Card[]
  /** Cards as one text; the same set of tools is joined once (row 235). */
  block(tools: readonly string[]): string
}

const lists = new WeakMap<Deps['registry'], CardList>()

/** Built once for a registry. A card of the person replaces that of the program, unless it names what does not exist. */
export function cardList({ registry, guides }: Pick<Deps, 'registry' | 'guides'>): CardList {
  const known = lists.get(registry)
  if (known !== undefined) return known
  const own = (guides?.shelf.cards ?? []).flatMap(({ targetTool, body, keywords }) => {
    const tool = targetTool ?? ''
    const words = keywords.length === 0 ? undefined : wordsIn(keywords)
    const card = toCard(tool, `${cardTitle(tool)}\n${body}`, { words })
    return lintCard(card, registry).length === 0 ? [card] : []
  })
  const theirs = cardsOf(registry.list()).filter(({ tool }) =>
    own.every((card) => card.tool !== tool),
  )
  const cards = [...theirs, ...own].sort((a, b) => (a.tool < b.tool ? -1 : 1))
  const list = { cards, block: createCardBlocks(cards) }
  lists.set(registry, list)
  return list
}

function wordsIn(keywords: readonly string[]): RegExp {
  const texts = keywords.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${texts.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}
