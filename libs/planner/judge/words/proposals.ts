import { inEnglish } from './in_english.js'

const MARK = /^(?:\s|[-*•>#]|\d+[.)]|\*\*|`{0,2}step \d+[:.]?)*/i
const VERB =
  '(?:change|replace|add|create|write|update|rename|move|remove|delete|set|introduce|extract|implement|refactor|run|test|use|read|make|edit|modify|insert|fix|correct|export|import|define|wrap|split|adjust|convert|extend|install|configure|document|verify|check|ensure|keep|call|pass|return|handle|open|build|declare|append|generate|adapt|put)'
/** A sentence that begins with what is to be done, or says what would be done. */
const IMPERATIVE = new RegExp(
  `^(?:(?:then|next|first|finally|also|and|optionally)[, ]+)*${VERB}\\b`,
  'i',
)
const MODAL =
  /\b(?:would|will|should|could|can|may|might|must|needs? to|has to|have to|going to|to be|propose[ds]?|suggest(?:ed|s)?|recommend(?:ed|s)?|plan(?:ned|s)? to|i'll|we'll|let's|new)\b/i

/** The statements of a plan about what is, without what it proposes: code in fences, steps, sentences with "would". */
export function withoutProposals(plan: string): string {
  const kept: string[] = []
  let isBelow = false
  for (const line of plan.replace(/```[\s\S]*?(?:```|$)/g, '\n').split('\n')) {
    // What is indented below a step belongs to the step.
    if (/^\s{2,}\S/.test(line) && isBelow) continue
    if (/^\s*#|:\s*$/.test(line)) continue
    const sentences = line.replace(MARK, '').split(/(?<=[.!?])\s+(?=[^\d\s)])/)
    const facts = sentences.filter((one) => one.trim() !== '' && !isProposal(one))
    isBelow = sentences.length > 0 && facts.length === 0
    if (facts.length > 0) kept.push(facts.join(' '))
  }
  return kept.join('\n')
}

function isProposal(sentence: string): boolean {
  const plain = inEnglish(sentence).replace(/[*_]+/g, '').trim()
  return IMPERATIVE.test(plain) || MODAL.test(plain)
}
