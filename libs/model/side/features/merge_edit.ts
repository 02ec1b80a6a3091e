import { z } from 'zod'
import { LIMITS } from '#core'
import { cleanBlock } from '../clean_block.js'
import { answerAs, clipMiddle, defineFeature } from '../define_feature.js'

/** The file may change soon (row 143: cache 1 min). */
const MINUTE_MS = 60_000

/**
 * Merges a patch that matches nowhere into the region that it was written for. The result is a proposal:
 * the caller must show the difference to the user before it is used.
 */
export const mergeEdit = defineFeature({
  name: 'merge_edit',
  summary: 'merge a patch that matches nowhere into the lines that it was written for',
  input: z.strictObject({ region: z.string().min(1), old_str: z.string(), new_str: z.string() }),
  answer: z.object({ merged: z.string() }),
  lifeMs: MINUTE_MS,
  maxTokens: LIMITS.microTokens,
  prompt: ({ region, old_str, new_str }) => ({
    system: `An edit was written for other lines than the file has. Apply the change from OLD to NEW to REGION. Keep every other line of REGION unchanged. ${answerAs('{"merged": "the whole region after the change, or empty if this is impossible"}')}`,
    user: `REGION:\n${part(region)}\n\nOLD:\n${part(old_str)}\n\nNEW:\n${part(new_str)}`,
  }),
  fallback: () => ({ merged: '' }),
  // Every line must be in the region or in the edit; any other line is invented.
  accepts({ merged: said }, { region, new_str: wanted }) {
    if (said === '') return true
    const merged = cleanBlock(said)
    if (region.length > LIMITS.mergeRegionChars) return false
    const known = new Set(`${region}\n${wanted}`.split('\n').map((line) => line.trim()))
    return merged !== region && merged.split('\n').every((line) => known.has(line.trim()))
  },
})

function part(text: string): string {
  return clipMiddle(text, LIMITS.microInputChars / 3)
}
