import { z } from 'zod'

/**
 * The eight kinds of evidence and the facts in the rows of each.
 * Facts are stored as JSON, so a new fact or kind needs one entry here and no migration.
 */
const FACTS = {
  file_read: z.looseObject({
    path: z.string(),
    hash: z.string().optional(),
    lines: z.string().optional(),
  }),
  diagnostic: z.looseObject({ code: z.string().optional() }),
  test_result: z.looseObject({
    command: z.string(),
    /** Whether all tests passed; null when the output does not show it. */
    passed: z.boolean().nullable(),
    exitCode: z.number().nullable(),
  }),
  edit_applied: z.looseObject({ path: z.string(), added: z.number(), removed: z.number() }),
  decision: z.looseObject({}),
  shell_output: z.looseObject({ command: z.string(), exitCode: z.number().nullable() }),
  symbol_lookup: z.looseObject({ symbol: z.string() }),
  /** A page, a search or a download from the web. */
  web_page: z.looseObject({
    url: z.string(),
    finalUrl: z.string(),
    status: z.number(),
    bytes: z.number(),
    title: z.string(),
  }),
} as const

export type EvidenceKind = keyof typeof FACTS

/** The kinds in the order of help and schemas. */
export const EVIDENCE_KINDS = Object.keys(FACTS) as [EvidenceKind, ...EvidenceKind[]]

/** Accepts one of the eight kinds. */
export const EvidenceKindSchema = z.enum(EVIDENCE_KINDS)

/**
 * Checks the facts of a row against its kind.
 * @throws ZodError when a fact is missing or has the wrong type: a bug in aircoder, not an error of the model
 */
export function checkFacts(kind: EvidenceKind, facts: unknown): Record<string, unknown> {
  return FACTS[kind].parse(facts)
}

const SUMMARY_CHARS = 240

/** Cuts a text to its first two lines and 240 characters, for later prompts (row 3). */
export function summarise(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 2)
  const joined = lines.join('\n')
  return joined.length <= SUMMARY_CHARS ? joined : `${joined.slice(0, SUMMARY_CHARS - 1)}…`
}
