/** Where the session shows a paste of several lines. */
export const PASTE_MARK = /\[paste \d+: \d+ lines\]/
/** A quotation within one paragraph, or of several lines. A single quote that joins letters is an apostrophe. */
const QUOTATION =
  /"[^"]{0,2000}"|“[^”]{0,2000}”|„[^“”]{0,2000}[“”]|«[^»]{0,2000}»|「[^」]{0,2000}」|『[^』]{0,2000}』|(?<![\p{L}\p{N}])['‘][^'’\n]{0,600}(?:(?<=\p{L})['’](?=\p{L})[^'’\n]{0,600}){0,20}['’](?![\p{L}\p{N}])/gu
/** The same at the start of a text. */
export const QUOTED = new RegExp(`^(?:${QUOTATION.source})`, 'u')
/** Somebody or something else says it: "the spec says: …", "README.md states that …". */
const REPORTED =
  /^(?!(?:i|we|you|as i|as we|ich|wir|je|nous|yo)\b)(?:(?:the|this|that|an?|its|our|their|my|his|her|die|der|das|unsere?|la|le|les|el|los|notre|nuestra)\s+)?[\p{L}\p{N}_.'’/-]+(?:\s+[\p{L}\p{N}_.'’/-]+){0,5}?\s+(?:also\s+)?(?:says?|said|states?|stated|reads?|tells? (?:me|us|you|them)|told (?:me|us|them)|writes?|wrote|claims?|demands?|sagt|schreibt|steht|dit|dice|écrit|escribe)\b(?:\s+that\b|\s+dass\b|\s+que\b|\s*[:,，])|^(?:according to|laut|selon|según)\s|^[^：:，,]{1,20}(?:说|說|写着|寫著|写道|寫道)\s*[：:，,]/iu
/** What follows the colon is a text to work on: "summarise this: …". */
const SHOWS_TEXT =
  /^(?:(?:please|now|can you|could you|would you)\s+)*(?:summari[sz]e|explain|translate|rephrase|reword|shorten|simplify|proofread|paraphrase|analy[sz]e|classify|review|describe|what (?:does|do|is)|fasse?|erkläre?|übersetze?|résume|explique|traduis|resume|explica|traduce)\b[^:]{0,80}:|\b(?:this|these|the following|folgende[rsn]?) (?:\S+ )?(?:text|log|output|error|message|mail|e-mail|page|issue|ticket|quote|paragraph|sentence|document)s?\s*:/iu

/**
 * The words of a message that its author says. Quotations are replaced by an empty one; null: the whole sentence is
 * somebody else's. `rest` says whether what follows on the line, or to the end, is shown too.
 */
export function ownPart(sentence: string): {
  own: string | null
  rest: 'own' | 'line' | 'message'
} {
  const text = sentence.replace(QUOTATION, '""')
  if (SHOWS_TEXT.test(text)) return { own: null, rest: 'message' }
  if (!REPORTED.test(text)) return { own: text, rest: 'own' }
  return { own: null, rest: text.includes('""') ? 'own' : 'line' }
}

/** The quotations of several lines are taken out; those within a line stay, as a rule may name a word. */
export function withoutLongQuotations(message: string): string {
  return message.replace(QUOTATION, (found) => (found.includes('\n') ? '""' : found))
}

/**
 * What the user said in a message whose way here is unknown: it may be a paste or standard input, so more than one
 * line is nobody's word.
 */
export function onlyOneLine(message: string): string {
  return message.trim().includes('\n') ? '' : message
}
