import { type Evidence, estimateTokens } from '#core'
import type { PromptInput } from '../input/section.js'
import { findPieces, isFresh, type Piece } from './find_pieces.js'

/** Tokens of a title with its id. */
const TITLE_TOKENS = 24
const TITLE_CHARS = 80
/** So many pieces may be too large for what is left before the search ends. */
const MOST_MISSES = 12

/**
 * What the work needs of earlier results, by need and not by age: whole pieces, in the order of their rows, each line
 * once. Nothing that the prompt shows already.
 * @param skip  rows that are shown in another way
 */
export function recallText(
  input: PromptInput,
  budgetTokens: number,
  skip: (row: Evidence) => boolean,
): { text: string; rows: ReadonlySet<string> } {
  return showPieces(findPieces(input), { shown: input.shownLines ?? new Set(), budgetTokens, skip })
}

/** What pieces are chosen by. */
interface Choice {
  /** Lines that the prompt has, without the space around them. */
  shown: ReadonlySet<string>
  budgetTokens: number
  skip(row: Evidence): boolean
}

/** The pieces that fit, best first, in the order of their rows. */
export function showPieces(
  pieces: readonly Piece[],
  { shown, budgetTokens, skip }: Choice,
): { text: string; rows: ReadonlySet<string> } {
  const seen = new Set(shown)
  const kept: Piece[] = []
  const rows = new Set<string>()
  let left = budgetTokens
  let misses = 0
  for (const piece of pieces) {
    if (misses > MOST_MISSES) break
    if (skip(piece.row) || !isFresh(piece.telling, seen)) continue
    const cost =
      estimateTokens(piece.lines.join('\n')) + (rows.has(piece.row.id) ? 8 : TITLE_TOKENS)
    if (cost > left) {
      misses += 1
      continue
    }
    left -= cost
    kept.push(piece)
    rows.add(piece.row.id)
    for (const line of piece.telling) seen.add(line)
  }
  kept.sort(
    (a, b) =>
      numberOf(a) - numberOf(b) || Number(a.written) - Number(b.written) || a.first - b.first,
  )
  return { text: kept.map((piece, at) => show(piece, kept[at - 1])).join('\n'), rows }
}

function show({ row, first, lines, written }: Piece, before: Piece | undefined): string {
  const isNext = before?.row.id === row.id && before.written === written
  if (isNext && before.first + before.lines.length === first) return lines.join('\n')
  const name = row.subject.replace(/\s+/g, ' ').slice(0, TITLE_CHARS)
  const place = `${written ? 'its command, ' : ''}lines ${first}-${first + lines.length - 1}`
  const title = isNext ? `… ${place}` : `--- ${row.id} ${name} ${place}`
  return [title, ...lines].join('\n')
}

function numberOf({ row }: Piece): number {
  return Number(row.id.slice(1))
}
