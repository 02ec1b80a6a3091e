import type { Message } from '#core'
import type { PromptInput } from '../input/section.js'
import { linesOf } from '../text/lines_of.js'
import { rankPieces } from './find_pieces.js'
import { showPieces } from './recall_text.js'

interface Recalling {
  /** The newest reply with its calls; it is no row yet. */
  now: string
  /** What the prompt has, with the results that come next. */
  shown: readonly Message[]
  budgetTokens: number
}

/**
 * The parts of earlier results that a reply is about and that the prompt does not show any more; '' where there are none.
 * It is appended to a result, so that the beginning of the prompt stays (docs/design/prompt.md#retrieval).
 */
export function recallNote(input: PromptInput, { now, shown, budgetTokens }: Recalling): string {
  const pieces = rankPieces(input, now)
  if (pieces.length === 0) return ''
  const { text } = showPieces(pieces, {
    shown: linesOf(shown, now),
    budgetTokens: budgetTokens - TITLE_TOKENS,
    skip: () => false,
  })
  return text === '' ? '' : `${TITLE}\n${text}`
}

const TITLE = 'Seen before, and no longer shown above:'
const TITLE_TOKENS = 16
