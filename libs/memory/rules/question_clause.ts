/** "When a user logs out, …", "where a price is missing": no verb of a question comes next. */
const WHEN =
  /^(?:when|where) (?!(?:is|are|was|were|am|do|does|did|can|could|should|shall|will|would|has|have|had|must|may|might|to|exactly|else)(?!\p{L}))/iu
/** "What do users have to install", "how many retries should there be": a question, with its verb before the one who does it. */
const ASKS =
  /^(?:(?:what|how|who|which) (?:\p{L}+ )?(?:do|does|did)(?!\p{L})|how (?:many|much|often) \p{L}+ (?:must|should|needs?|have)(?!\p{L})|(?:what|how|who|which) .{1,200}? (?:must|should|shall) (?:there|the|an?|this|that|these|those|our)(?!\p{L})|wie viele? \p{L}+ (?:soll|sollen|muss|müssen|darf|dürfen)(?!\p{L})|(?:was|wo|wie|welche[nrs]?) \p{L}+ (?:soll|sollen|muss|müssen|darf|dürfen) (?:de[rmn]|die|das|eine?[nrm]?)(?!\p{L}))/iu
/** "What the user typed must be trimmed.": an order about what the first words name. */
const MUST =
  /^(?:what|how|who|which) (?!(?:must|should|shall|needs?|has|have)(?!\p{L})).{1,200}? (?:must|should|shall|needs? to|has to|have to)(?! (?:i|we|you|one)(?!\p{L}))(?!\p{L})/iu
/** "Do not show it twice", "do the same for …", "comment out the call". */
const ORDER =
  /^(?:do (?:not|the same|it|this|that|nothing|so|everything)|comment (?:out|the|each|every|all|any|this|that|these|in|it))(?!\p{L})/iu
/** "Que la máquina prefiera …", "que les parents puissent …": a wish. */
const WISH =
  /^que (?:el|la|los|las|un|una|se(?! passe)|no|al|cada|cuando|si|cualquier|tod[oa]s?|nadie|nada|solo|sólo|también|pued[ae]\p{L}*|sean?|haya\p{L}*|tengan?|le|les|chaque|tous|tout|toutes?|on|l['’]\p{L}+)(?!\p{L})/iu
/** "Wer es vergessen hat, soll …", "wie in der Liste soll auch hier …". */
const GERMAN =
  /^(?:wer|was|wo|wie|welche[nrs]?) (?!(?:soll|muss|darf|kann)(?!\p{L})).{1,200}?(?:, (?!(?:und|oder|aber|wenn|falls|dass|weil|bevor|nachdem|obwohl|damit|sodass|(?:de[rmn]|die|das|deren|dessen|denen|welche[nrms]?)(?! (?:soll|muss|darf|wird|kommt|ist|geht|gehört|braucht)))(?!\p{L}))|\s(?:soll|sollen|muss|müssen|darf|dürfen)(?! (?:ich|man|wir|du)(?!\p{L}))(?!\p{L}))/iu

/**
 * Whether a sentence begins like a question and says what must be. A mark at its end makes it a question, whatever its
 * words are.
 */
export function isOtherClause(sentence: string): boolean {
  if (/[?？]$/u.test(sentence.trimEnd()) || ASKS.test(sentence)) return false
  return [WHEN, MUST, ORDER, WISH, GERMAN].some((form) => form.test(sentence))
}
