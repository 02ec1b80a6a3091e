import { statedClauses } from '../content/stated_clauses.js'

/** "Every function has a docstring": only a read of all of them shows it. */
const EVERY =
  /\b(?:every|each|all|none)(?: of)?(?: the| our| its| public| exported| other| remaining)* (?:functions?|methods?|(?:source )?files?|class(?:es)?|modules?|endpoints?|routes?|components?|handlers?|structs?|types?|source files?)\b|\beverything (?:in|of|below) [`\w./-]+ (?:has|have|is|are)\b/i

/** The thing that a clause says something of, for all there are; null: no clause does. */
export function universal(summary: string): string | null {
  return (
    statedClauses(summary)
      .map((clause) => EVERY.exec(clause)?.[0])
      .find((one) => one !== undefined)
      ?.toLowerCase() ?? null
  )
}
