import { z } from 'zod'
import { LIMITS } from '#core'
import { cleanBlock } from '../clean_block.js'
import { answerAs, clipMiddle, defineFeature } from '../define_feature.js'

/** The file may be another soon (features.md row 143: cache 1 min). */
const MINUTE_MS = 60_000

/**
 * A patch that matches nowhere, worked into the region it was meant for. It is a proposal: whoever takes
 * it shows the difference to a person first.
 */
export const mergeEdit = defineFeature({
  name: 'merge_edit',
  summary: 'a patch that matches nowhere, worked into the lines it was meant for',
  input: z.strictObject({ region: z.string().min(1), old_str: z.string(), new_str: z.string() }),
  answer: z.object({ merged: z.string() }),
  lifeMs: MINUTE_MS,
  maxTokens: LIMITS.microTokens,
  prompt: ({ region, old_str, new_str }) => ({
    system: `An edit was written against other lines than the file has. Carry the change from OLD to NEW over to REGION and leave every other line as it is. ${answerAs('{"merged": "the whole region after the change, or empty when it cannot be done"}')}`,
    user: `REGION:\n${part(region)}\n\nOLD:\n${part(old_str)}\n\nNEW:\n${part(new_str)}`,
  }),
  fallback: () => ({ merged: '' }),
  // A line that neither the region nor the edit has is an invention; so is a region that lost its edge lines.
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
