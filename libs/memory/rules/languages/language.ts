import { type LetterPattern, letterPattern } from '#core'

/** How a language teaches a rule. Each pattern is read in one sentence. */
export interface RuleLanguage {
  /** An order that holds from now on, at the start: "always round up", "never commit". */
  order: LetterPattern
  /** A habit, at the start: "we use tabs", "in this project tests lie beside the code". */
  habit: LetterPattern
  /** Anywhere in the sentence: "…, remember it", "from now on". */
  anywhere: LetterPattern
  /**
   * An order whose sentence does not begin with a word like "always": "Commit messages: always in English.", "Every new
   * endpoint needs an entry". A report never is one.
   */
  norm: LetterPattern
  /** The sentence only sounds like one: "never mind", "it never works", "do you remember". */
  not: LetterPattern
  /** The rule holds in every project of this user. */
  everywhere: LetterPattern
  /** An earlier rule ends: "forget the rule about tabs", "you need not round any more". */
  ends: LetterPattern
  /**
   * What holds in each case: "members always get a court before guests". A sentence with "always" or "never" whose subject
   * is neither the speaker nor a thing named before.
   */
  holds: LetterPattern
  /**
   * What a report has and a rule has not: an error, the past, the wish to find out why, or one part of the program that
   * does something ("the button never reacts").
   */
  report: LetterPattern
  /** One thing that is there: "the sensor always says closed" may be a rule for the program, or a bug of it. */
  definite: LetterPattern
  /** An order and a report have different forms: "always use" and "it always uses". */
  ordersAreClear?: true
}

const START = String.raw`^(?:(?:please|pls|and|but|so|also|oh|ok|okay|well|note|hint|important|rule|btw|by the way|und|aber|bitte|also|et|mais|y|pero|por favor|s'il te plaît)[,:]?\s+)*`

/** One of these at the start of a sentence, behind words like "please". */
export function starts(...parts: readonly string[]): LetterPattern {
  return letterPattern(`${START}(?:${parts.join('|')})`)
}

/** One of these. */
export function oneOf(...parts: readonly string[]): LetterPattern {
  return letterPattern(parts.join('|'))
}

/** One of these as whole words. Letters of any language end a word; `\b` knows only those of English. */
export function whole(...parts: readonly string[]): string {
  return String.raw`(?<![\p{L}\p{N}])(?:${parts.join('|')})(?![\p{L}\p{N}])`
}
