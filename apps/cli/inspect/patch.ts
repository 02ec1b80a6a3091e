import { z } from 'zod'
import { applyPatches } from '#workspace'

const PatchQuestion = z.strictObject({
  content: z.string(),
  edits: z
    .array(
      z.strictObject({
        old_str: z.string(),
        new_str: z.string(),
        replace_all: z.boolean().optional(),
      }),
    )
    .min(1),
})

/** What edits make of a text, one after the other, all or none: the matcher of the edit tools. */
export async function answerPatch(asked: unknown): Promise<unknown> {
  const { success, data } = PatchQuestion.safeParse(asked)
  if (!success)
    return {
      error:
        'A question is {"content": TEXT, "edits": [{"old_str", "new_str", "replace_all"?}, …]}.',
    }
  const edits = data.edits.map(({ replace_all = false, ...edit }) => ({ ...edit, replace_all }))
  return applyPatches(data.content, edits)
}
