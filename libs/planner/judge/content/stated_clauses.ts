import { isNegated } from '../stated/claims.js'
import { asserted } from '../words/asserted.js'

/** What begins a part that says when or for what: a negation there does not deny the clause. */
const PART =
  /\s(?:that|which|who|if|when|for|unless|while|where|so|because|(?<!\bas )before)\s[\s\S]*$/i
/** A comparison with what was there, which denies nothing. */
const THAN = /\bthan (?:it was |they were )?before\b/i
/** What somebody thought of, or leaves to others. */
const OPEN =
  /\b(?:consider(?:ed|ing)?|thought (?:of|about)|alternativ\w*|optional(?:ly)?|ideally|recommend\w*|in (?:the )?future|avoid(?:s|ed|ing)?|rather than|worth|out of scope|for (?:production|larger)|feel free|let me know|happy to|you (?:need|want|use|prefer|are|have)|instead of|need for)\b/i
/** A part of a list has no verb of its own. */
const VERB =
  /\b(?:i|we|it|they|this|these|there|is|are|was|were|has|have|now|also|does|\w+ed|wrote|made|throws?|raises?|returns?|handles?|uses?|logs|adds|checks|validates|caches|catches|covers)\b/i

/** Clauses of a summary that say how something is, without those that deny, propose or leave open. */
export function statedClauses(summary: string): string[] {
  return asserted(summary.replace(/```[\s\S]*?(?:```|$)/g, ' '))
    .split(/(?<=[.;!?])\s+|\n+/)
    .flatMap((sentence) => {
      let isOpen = false
      return clausesIn(sentence).filter((clause) => {
        const isList = !VERB.test(clause)
        if (!isList) isOpen = false
        isOpen ||= isNegated(clause.replace(THAN, '').replace(PART, '')) || OPEN.test(clause)
        return !isOpen
      })
    })
}

function clausesIn(sentence: string): string[] {
  return sentence
    .split(/(?<=:)\s+|,\s+|\s+(?:but|and|or)\s+/i)
    .map((clause) => clause.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}
