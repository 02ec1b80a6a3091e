import { uniformEnding, withEnding } from '../files/text.js'
import type { CutLine } from './doubt/cut_line.js'
import type { EdgeLine } from './doubt/edge_line.js'
import { closestBlocks, quoteBlock } from './text/closest_blocks.js'
import type { PatchCandidate, PatchEdit, PatchResult, Replacement } from './text/types.js'

const CANDIDATES = 3
/** The count of matches ends here when only one is allowed. */
export const MAX_COUNTED = 1_000

/** Refuses an edit that matches several places; quotes the first of them. */
export function refuseAmbiguous(
  content: string,
  edit: PatchEdit,
  found: Replacement[],
): PatchResult {
  const lines = content.split('\n')
  const at = found.slice(0, 10).map(({ start }) => content.slice(0, start).split('\n').length)
  const height = edit.old_str.split('\n').length
  const listed = at.join(', ') + (found.length > at.length ? ', …' : '')
  const count = found.length === MAX_COUNTED ? `at least ${found.length}` : found.length
  return refuse(
    'ambiguous',
    `old_str matches ${count} places (lines ${listed}). Add a line above or below to old_str, so ` +
      'that it matches only one place. Or set replace_all.',
    at.slice(0, CANDIDATES).map((line) => quoteBlock(lines, line, height)),
  )
}

const DOUBTS: Record<EdgeLine['reason'], string> = {
  doubled:
    'is also in new_str, so the file would have it twice. Add it to old_str, or remove it from new_str.',
  reworded:
    'is in new_str with other words. To replace it, add it to old_str. To keep it, add it to old_str and new_str.',
  unbalanced: 'would lose its counterpart, which is in old_str. Add this line to old_str.',
  orphaned: 'would lose the line that starts its block. Add this line to old_str.',
  emptied: 'would have an empty block. Add this line to old_str.',
}

/** Refuses an edit that seems to omit a line beside the place. */
export function refuseEdgeLine(
  content: string,
  place: Replacement,
  { edge, line, reason }: EdgeLine,
): PatchResult {
  return refuse(
    'ambiguous',
    `The line directly ${edge} old_str in the file ${DOUBTS[reason]}\n${line}`,
    [quotePlace(content, place, { above: edge === 'above' ? 1 : 0, more: 1 })],
  )
}

/** Refuses an edit that ends inside a line. */
export function refuseCut(
  content: string,
  place: Replacement,
  { edge, line }: CutLine,
): PatchResult {
  return refuse(
    'ambiguous',
    `old_str ${edge} in the middle of this line. Copy the whole line into old_str:\n${line}`,
    [quotePlace(content, place, { above: 0, more: 0 })],
  )
}

/** @param lines  how many lines above the place to include, and how many more in total */
function quotePlace(
  content: string,
  { start, end }: Replacement,
  { above, more }: { above: number; more: number },
) {
  const first = content.slice(0, start).split('\n').length
  const height = content.slice(start, end).replace(/\n$/, '').split('\n').length
  return quoteBlock(content.split('\n'), first - above, height + more)
}

/** A shorter line can occur in the file by chance. */
const SIGNIFICANT = 4

/**
 * Small models sometimes repeat an edit, and try again when they read "not in the file". A line that new_str
 * shares with old_str proves nothing: one line of new_str must be new.
 */
function alreadyMade(content: string, { old_str, new_str }: PatchEdit): PatchResult | null {
  const text = withEnding(new_str.trim(), uniformEnding(content))
  const at = text === '' ? -1 : content.indexOf(text)
  const hasNewLine = text
    .split('\n')
    .some((line) => line.trim().length >= SIGNIFICANT && !old_str.includes(line.trim()))
  if (at === -1 || !hasNewLine) return null
  const line = content.slice(0, at).split('\n').length
  return refuse(
    'not_found',
    `old_str is not in the file, but new_str is, at line ${line}. This edit is probably already done. ` +
      'Continue with the next change.',
    [quoteBlock(content.split('\n'), line, text.split('\n').length)],
  )
}

/** Refuses an edit that matches no place; quotes the closest lines, or says that the edit is already done. */
export function refuseNotFound(content: string, edit: PatchEdit): PatchResult {
  const made = alreadyMade(content, edit)
  if (made !== null) return made
  const candidates = closestBlocks(content, edit.old_str, CANDIDATES)
  const [best] = candidates
  const hint =
    best === undefined
      ? 'No line of the file is similar. Read the file again.'
      : `The closest lines of the file, from line ${best.line}:\n${number(best)}\n` +
        'Copy old_str exactly from these lines, without the line numbers.'
  return refuse('not_found', `old_str is not in the file. ${hint}`, candidates)
}

function number({ line, text }: PatchCandidate): string {
  return text
    .split('\n')
    .map((row, index) => `${line + index}\t${row}`)
    .join('\n')
}

/** @param candidates  places that may have been meant */
export function refuse(
  code: Extract<PatchResult, { ok: false }>['code'],
  message: string,
  candidates: PatchCandidate[] = [],
): PatchResult {
  return { ok: false, code, message, candidates }
}
