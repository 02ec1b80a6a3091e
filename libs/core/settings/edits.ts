import { z } from 'zod'

/** Whether a file has to be read before it is edited: refused the first time, always, or never. */
const READ_RULES = ['once', 'strict', 'off'] as const
export type ReadRule = (typeof READ_RULES)[number]

/** What becomes of edits that left the tests worse than they were found: nothing, or they are taken back. */
const ROLLBACKS = ['off', 'on-fail'] as const
export type Rollback = (typeof ROLLBACKS)[number]

/** What is run when the model says that it is done: tests and linters, tests alone, or nothing. */
const CHECKS = ['on', 'tests', 'off'] as const
export type AutoCheck = (typeof CHECKS)[number]

/** How edits are held and checked. An untrusted project can set none of it. */
export const EDIT_SHAPE = {
  /** `once` (usual): an edit of a file that was not read is refused the first time (features.md rows 145, 146). */
  readBeforeEdit: z.enum(READ_RULES).optional(),
  /** `on` (usual): when the model says that it is done and nothing ran since its last edit, the tests and the project's linters are run (row 154). */
  autoCheck: z.enum(CHECKS).optional(),
  /** A command that is run instead of the linters that are found; its exit code counts. */
  lintCommand: z.string().min(1).optional(),
  /** `on-fail`: edits that leave the tests worse than they were found are taken back (rows 158, 246). */
  rollback: z.enum(ROLLBACKS).optional(),
} as const

/** The same, resolved. */
export interface EditSettings {
  readonly readBeforeEdit: ReadRule
  readonly autoCheck: AutoCheck
  readonly lintCommand: string | undefined
  readonly rollback: Rollback
}

/** Fills in what was not given. */
export function resolveEdits(given: z.infer<z.ZodObject<typeof EDIT_SHAPE>>): EditSettings {
  return {
    readBeforeEdit: given.readBeforeEdit ?? 'once',
    autoCheck: given.autoCheck ?? 'on',
    lintCommand: given.lintCommand,
    rollback: given.rollback ?? 'off',
  }
}
