import { z } from 'zod'

/** Whether a file has to be read before it is edited: refused the first time, always, or never. */
const READ_RULES = ['once', 'strict', 'off'] as const
export type ReadRule = (typeof READ_RULES)[number]

/** How edits are held. An untrusted project can set none of it. */
export const EDIT_SHAPE = {
  /** `once` (usual): an edit of a file that was not read is refused the first time (features.md rows 145, 146). */
  readBeforeEdit: z.enum(READ_RULES).optional(),
} as const

/** The same, resolved. */
export interface EditSettings {
  readonly readBeforeEdit: ReadRule
}

/** Fills in what was not given. */
export function resolveEdits(given: z.infer<z.ZodObject<typeof EDIT_SHAPE>>): EditSettings {
  return { readBeforeEdit: given.readBeforeEdit ?? 'once' }
}
