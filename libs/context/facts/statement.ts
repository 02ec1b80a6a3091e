/** What a statement says of a name. */
export interface Said {
  /** The name that gets a value, in small letters; null: the statement gives no name a value. */
  name: string | null
  /** How sure it is a fact, 1..3: it names something, it relates it, it gives a value or a cause. */
  weight: 1 | 2 | 3
}

// What a value looks like: the same in every language.
const NUMBER = String.raw`(?<![\p{L}\p{N}_.])[-+]?(?:0x[\da-f]+|\d[\d_.,:/-]*)(?![\p{L}_])`
const QUOTED = '`[^`]+`|"[^"]+"|(?<![\\p{L}\\p{N}])\'[^\']+\'|“[^”]+”|«[^»]+»|「[^」]+」'
const PATH = String.raw`[\w@.-]*\/[\w@./-]*\w|\w[\w-]*\.[a-z]\w{0,5}\b`
const NAME = String.raw`\b[a-z]\w*_\w+|\b\p{Ll}[\p{L}\p{N}]*\p{Lu}[\p{L}\p{N}]*|\b[A-Z][A-Z\d_-]{2,}\b|\b\p{L}+[-_]?\d[\w-]*|\b\w+\(\)`
const VALUE = `(?:${QUOTED}|${PATH}|${NAME}|${NUMBER})`

// Words that relate a name and its value, in the languages that models answer in most.
const WORDS =
  'is|are|was|equals?|means|returns?|expects?|needs|requires|contains|holds|uses|becomes?|must be|should be|has to be|(?:is |are )?(?:named|called|set to|defined in|declared in|located (?:in|at)|stored in|found in)|lives? in|sits in|comes from|ist|sind|war|lautet|heißt|beträgt|bedeutet|liegt (?:in|bei)|steht (?:in|bei)|muss|est|vaut|es|son'
const LINK = String.raw`\s*(?:=>|->|→|==?|:|是|为|為|等于|等於|叫做?|位于|在|は|が)\s*|\s+(?:${WORDS})\s+`
const FILLER = '(?:(?:now|the|a|an|exactly|about|jetzt|genau|der|die|das|named|called|set to)\\s+)*'

// A list of short names is a value too: `The order is hamlet, falcon, walnut`.
const LIST = new RegExp(
  `^(.{1,80}?)(?:${LINK})${FILLER}[\\p{L}\\d][^,，、]{0,30}(?:[,，、][^,，、]{1,30}){2,}$`,
  'u',
)
// Case tells a name from a word, so these patterns are sensitive to it.
const RELATION = new RegExp(`(?:${LINK}).*?${VALUE}`, 'u')
const ANY_VALUE = new RegExp(VALUE, 'u')
const ASSIGNED = new RegExp(`^(.{1,80}?)(?:${LINK})${FILLER}(${VALUE})`, 'u')
const HARD_VALUE = new RegExp(`(?:${NUMBER}|${QUOTED})`, 'iu')

const LEAD =
  /^(?:(?:ok(?:ay)?|now|so far|so|then|great|good|alright|also|note(?: that)?|remember(?: that)?|i (?:found|see|know|learned|noticed|determined|computed|confirmed)(?: it(?=[:,]))?(?: that)?|it (?:turns out|seems|appears)(?: that)?|this (?:shows|means|confirms)(?: that)?|therefore|thus|hence|jetzt|nun|also|somit|ich (?:sehe|weiß)(?:,? dass)?)\b[,:，：]?\s+)+/i
const CAUSE =
  /^(?:(?:the |die |der |das )?(?:root cause|cause|reason|finding|fact|result|conclusion|decision|answer|bug|problem|ursache|grund|ergebnis|fehler|lösung|fazit))\b|^(?:根本原因|根因|原因|结论|結論|问题|事实|发现)/i
/** What the model is about to do is no fact, and neither is a condition. */
const INTENT =
  /^(?:let(?:'s| me| us)\b|i(?:'ll|'m| will| am| need| want| should| must| have to| can| try| read| ran?| run| opened| searched| checked| edited| changed)\b|we(?:'ll| will| need| should)\b|next\b|first\b|if\b|whether\b|suppos|assum|maybe\b|perhaps\b|ich (?:werde|lese|suche|prüfe|öffne|muss|will|ändere|schaue)\b|als nächstes\b|zuerst\b|lass\b|wenn\b|falls\b|vielleicht\b|让我|讓我|我(?:将|將|要|来|來|需要|会|會)|接下来|接下來|首先|如果|次に|まず|もし)/i
/** The same as a command, unless the word is the beginning of a short name: `Start value is 17`. */
const COMMAND =
  /^(?:to )?(?:read|check|look|search|run|open|fix|edit|update|change|replace|verify|find|try|test|add|create|inspect|list|view|see|make|use|write|continue|start)(?:ing)?\b/i
const SHORT_NAME = /^(?!.*\b(?:whether|if|that|the|where|what|how|why)\b)\S+(?: \S+){0,2}$/i
const PRONOUN =
  /^(?:it|this|that|there|he|she|they|these|those|value|the value|result|which|what|es|dies|das|er|sie|它|这|那|这个|那个)$/i
const ARTICLE =
  /^(?:(?:the|a|an|this|that|our|its|my|der|die|das|den|dem|ein|eine|le|la|les|el)\s+)+/i

/** Reads a sentence as a statement of fact; null: it is none, or only says what comes next. */
export function readStatement(sentence: string): Said | null {
  if (/[?？]$/.test(sentence)) return null
  const text = plainStatement(sentence)
  const related = RELATION.test(text)
  if (CAUSE.test(text)) return { name: nameOf(text), weight: 3 }
  if (isIntent(text)) {
    // `I read a.ts: the factor is 12`
    const after = /^[^:：]*[:：]\s+(.+)$/.exec(text)?.[1]
    return after === undefined ? null : readStatement(after)
  }
  if (LIST.test(text)) return { name: nameOf(text), weight: 3 }
  if (!ANY_VALUE.test(text)) return null
  if (!related) return { name: null, weight: 1 }
  return { name: nameOf(text), weight: HARD_VALUE.test(text) ? 3 : 2 }
}

function isIntent(text: string): boolean {
  if (INTENT.test(text)) return true
  return COMMAND.test(text) && !SHORT_NAME.test(nameOf(text) ?? 'the')
}

/** Without words at the beginning that add nothing: `Okay, now`, `I found that`. */
export function plainStatement(sentence: string): string {
  const text = sentence.replace(LEAD, '')
  return text === '' ? sentence : text
}

const FOUND = /^(?:found|got|saw|noted)\s+(?=.*(?:=|:|\s(?:is|are|was)\s))/i

/** The words of a statement without those that carry nothing: `weight of ledger is 20`. */
export function shortStatement(sentence: string): string {
  return plainStatement(sentence).replace(FOUND, '').replace(ARTICLE, '')
}

/** The name that a statement gives one value. */
function nameOf(text: string): string | null {
  const name =
    (ASSIGNED.exec(text.replace(FOUND, '')) ?? LIST.exec(text))?.[1]
      ?.trim()
      .replace(ARTICLE, '')
      .toLowerCase() ?? ''
  return name === '' || PRONOUN.test(name) || name.split(/\s+/).length > 8 ? null : name
}
