/** Verbs of one piece of work. "And write a test", "and update the changelog" are as often a part of the rule. */
const ONCE = 'fix|repair|correct|debug|solve|resolve|implement|refactor|rename|finish'
/** Verbs that ask for work of today behind "so", "now" or "then". */
const NOW = `${ONCE}|add|change|create|make|remove|delete|update|replace|convert|migrate|move|rewrite|write|build`
/** What the rule itself points at: "always run the linter and fix what it reports". */
const OF_RULE = String.raw`(?!\s+(?:what|whatever|its?|them|those|these|any|all|every|each|errors?|warnings?|findings?|problems?|issues)\b)`

const BESIDE = new RegExp(
  [
    String.raw`(?:[,;:]|\s[–-])?\s+(?:and|but)\s+(?:please\s+|also\s+)?(?:${ONCE})\b${OF_RULE}`,
    String.raw`(?:[,;:]|\s[–-])?\s+(?:so|and)\s+(?:please\s+)?(?:(?:now|then|today|first)\s+)(?:please\s+)?(?:${NOW})\b${OF_RULE}`,
    String.raw`(?:[,;:]|\s[–-])?\s+so\s+(?:please\s+)?(?:${NOW})\b${OF_RULE}`,
    String.raw`[,;]?\s+(?:und|also)\s+(?:bitte\s+|jetzt\s+)*(?:beheb|reparier|korrigier|fix)\p{L}*\s`,
    String.raw`[,;]?\s+(?:et|donc)\s+(?:maintenant\s+)?(?:corrige|répare)\p{L}*\s`,
    String.raw`[,;]?\s+(?:y|así que)\s+(?:ahora\s+)?(?:corrige|arregla|repara)\p{L}*\s`,
    '[，,；;]\\s*(?:并|並|然后|然後|再|请|請|现在|現在)*(?:修复|修復|修正|修好)',
  ].join('|'),
  'iu',
)

/**
 * Where the work of today begins in a sentence that begins with a rule: "From now on answer in French, and fix
 * discount." Only what comes before is the rule, and the rest is the task.
 * @returns the index of its first character, with what joins it; null: there is none
 */
export function taskBesideRule(sentence: string): number | null {
  const at = BESIDE.exec(sentence)?.index ?? 0
  return at > 0 ? at : null
}
