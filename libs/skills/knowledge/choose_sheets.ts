import { discover, estimateTokens } from '#core'
import { type Protocol, renderSheet, type Sheet, sheetTitle } from '../types/sheet.js'

const WORD_SCORE = 1
const PAIR_SCORE = 2
/** Row 237: one pair, or two words. */
const LEAST_SCORE = 2
/** A larger sheet is not shown. */
const MOST_SHEET_TOKENS = 150

/** What was chosen for a message. */
export interface Chosen {
  texts: string[]
  /** Tools whose cards come with it. */
  tools: string[]
}

/** Every sheet, by name. */
export function loadSheets(): Promise<Sheet[]> {
  return discover<Sheet>(new URL('./sheets/', import.meta.url))
}

/** Every protocol, by name. */
export function loadProtocols(): Promise<Protocol[]> {
  return discover<Protocol>(new URL('./protocols/', import.meta.url))
}

/**
 * Chooses the sheets whose words a message has, the best first, that fit into a budget. What the prompt shows is left out.
 * @param shown  says whether the prompt has a line
 */
export function chooseSheets(
  sheets: readonly Sheet[],
  message: string,
  { budgetTokens, shown }: { budgetTokens: number; shown(line: string): boolean },
): Chosen {
  const words = wordsOf(message)
  const has = new Set(words)
  const pairs = new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`))
  const scored = sheets
    .map((sheet) => {
      const single = sheet.words.filter((word) => has.has(word)).length * WORD_SCORE
      return {
        sheet,
        score: single + sheet.pairs.filter((pair) => pairs.has(pair)).length * PAIR_SCORE,
      }
    })
    .filter(({ score, sheet }) => score >= LEAST_SCORE && !shown(sheetTitle(sheet.name)))
    .sort((a, b) => b.score - a.score || (a.sheet.name < b.sheet.name ? -1 : 1))
  const chosen: Chosen = { texts: [], tools: [] }
  let left = budgetTokens
  for (const { sheet } of scored) {
    const text = renderSheet(sheet)
    const tokens = estimateTokens(text)
    if (tokens > Math.min(left, MOST_SHEET_TOKENS)) continue
    left -= tokens
    chosen.texts.push(text)
    chosen.tools.push(...(sheet.requiresTools ?? []))
  }
  return chosen
}

/** Only the beginning decides: a pasted log is no wish, and each pattern reads a bounded text. */
const READ_CHARS = 8_000

/** The first protocol that a message calls for, as text; '' for none, or where the prompt shows it (row 241). */
export function chooseProtocol(
  protocols: readonly Protocol[],
  message: string,
  shown: (line: string) => boolean,
): string {
  const text = message.slice(0, READ_CHARS)
  const found = protocols.find(({ when }) => when.test(text))
  return found === undefined || shown(sheetTitle(found.name)) ? '' : renderSheet(found)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}
