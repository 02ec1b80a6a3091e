import { z } from 'zod'

/**
 * The eight kinds of evidence, and for each the facts that its rows carry.
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
    /** true or false as the run said; null when its output does not tell. */
    passed: z.boolean().nullable(),
    exitCode: z.number().nullable(),
  }),
  edit_applied: z.looseObject({ path: z.string(), added: z.number(), removed: z.number() }),
  decision: z.looseObject({}),
  shell_output: z.looseObject({ command: z.string(), exitCode: z.number().nullable() }),
  symbol_lookup: z.looseObject({ symbol: z.string() }),
  /** What came from the web: a page, a search, a download. */
  web_page: z.looseObject({
    url: z.string(),
    finalUrl: z.string(),
    status: z.number(),
    bytes: z.number(),
    title: z.string(),
  }),
} as const

export type EvidenceKind = keyof typeof FACTS

/** The kinds, in the order in which help and schemas list them. */
export const EVIDENCE_KINDS = Object.keys(FACTS) as [EvidenceKind, ...EvidenceKind[]]

/** Accepts one of the eight kinds, nothing else. */
export const EvidenceKindSchema = z.enum(EVIDENCE_KINDS)

/**
 * Checks the facts of a row against its kind.
 * @throws ZodError when a fact is missing or of the wrong type: a bug of ours, never the model's
 */
export function checkFacts(kind: EvidenceKind, facts: unknown): Record<string, unknown> {
  return FACTS[kind].parse(facts)
}

const SUMMARY_CHARS = 240

/** Cuts a text to the one or two lines that a later prompt can afford (240 characters, features.md row 3). */
export function summarise(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 2)
  const joined = lines.join('\n')
  return joined.length <= SUMMARY_CHARS ? joined : `${joined.slice(0, SUMMARY_CHARS - 1)}…`
}
