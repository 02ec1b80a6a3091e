/** `#12` is a number of an issue, `##` a heading. */
const RULE = /^#(?![#\d!])\s*(\S.*)$/su

export const RULE_MISSING = 'A rule is missing after #. Type it behind the sign: # Always use tabs.'

/** The rule of a line that begins with `#`; null for other lines. */
export function readRuleLine(line: string): string | null {
  return RULE.exec(line.trim())?.[1]?.trim() ?? null
}

/** Whether a line is only the sign of a rule. */
export function isBareSign(line: string): boolean {
  return /^#+$/.test(line.trim())
}
