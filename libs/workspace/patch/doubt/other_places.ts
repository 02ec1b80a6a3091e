import { alignMissing } from '../match/align.js'
import { type BlockSource, mergeAt } from '../match/match_blocks.js'
import type { Replacement } from '../text/types.js'

/**
 * Other places that old_str may have been copied from with a line omitted: the file has its lines there with a
 * few more between them, and new_str has those. The found place may be unique only because of that omission.
 */
export function findOtherPlaces(
  { content, edit, read }: BlockSource,
  found: Replacement,
): Replacement[] {
  const height = (text: string) => text.trim().split(/\n\s*/).length
  if (height(edit.old_str) < 2 || height(edit.new_str) <= height(edit.old_str)) return []
  const blocks = read()
  return alignMissing(blocks.sides).flatMap(({ pairs }) => {
    const place = mergeAt({ content, edit, pairs, ...blocks })
    return place === null || overlap(place, found) ? [] : [place]
  })
}

function overlap(a: Replacement, b: Replacement): boolean {
  return a.start < b.end && b.start < a.end
}
