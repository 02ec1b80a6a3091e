const DONE =
  'fixed|repaired|corrected|solved|resolved|patched|changed|edited|added|updated|implemented|created|removed|deleted|refactored|wrote|written|rewrote|rewritten|modified|renamed|replaced|moved|applied|adjusted|converted|migrated|installed|introduced|restored|extended|cleaned|moved|merged|handled|rewired|switched|split|extracted|inlined|upgraded|bumped|swapped|inserted|made'
/** A change as a fact: active, passive, perfect, with or without "already". */
const CHANGE = new RegExp(`\\b(?:${DONE})\\b`, 'i')
/** A state that only a change can bring about. */
const STATE =
  /\b(?:now (?:works?|returns?|passes|handles?|prints?|compiles|builds|is|are|uses?|throws?|contains?|says|has)|works (?:now|again|correctly|as expected|fine)|no longer (?:fails?|crashes|throws|occurs|happens)|is gone|(?:task|work|job|fix|change|implementation|feature) is (?:done|complete|completed|finished|in place|ready)|(?:all|everything) (?:is )?(?:done|complete|set|in place|finished)|^done\b)/i
const MADE_A_CHANGE = /\b(?:i|we)(?:'ve| have)? (?:just |already )?(?:made|put in|applied)\b/i
const FIXES =
  /^(?:fix(?:es)?|updates?|adds?|implements?|changes|removes?|renames?|replaces|corrects?)\b/i
const NEGATED =
  /\b(?:no(?! longer)|not|nothing|never|without|none|neither|nor|cannot|unable|couldn't|didn't|don't|doesn't|isn't|wasn't|aren't|weren't|haven't|hasn't|can't|won't|unchanged|would|should|could|can|may|might|must|needs? to|has to|have to|to be|if|suggest|propose|recommend|plan|will|going to|before|until)\b/i
const TESTS =
  /\b(?:tests?|suite|specs?|build|checks?|ci|pipeline)\b[^.;]{0,40}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|ok|clean)\b|\b(?:all|\d+) (?:tests? )?(?:pass(?:es|ed|ing)?|green)\b|\b(?:pass(?:es|ed|ing)?|green) (?:all )?(?:the )?tests?\b/i

/** That nothing fails, or that the tests showed it: a passing run in other words. */
const NO_FAILURE =
  /\b(?:none of the|no|zero|0) (?:\w+ ){0,2}(?:tests?|specs?|checks?) (?:is |are |still |now )*(?:fail(?:s|ed|ing)?|broken|red)\b|\b(?:no|zero|0) (?:test )?failures\b|\btests? (?:do not|don't|does not|doesn't|no longer) fail\b|\b(?:verified|confirmed|validated|proven|proved) (?:by|with|in|through|using) (?:the |a |its |all )*(?:\w+ ){0,2}(?:tests?|suite|specs?)\b/i
/** A condition or a plan. */
const OPEN =
  /\b(?:if|when|until|unless|once|should|would|could|can|may|might|must|will|not (?:been )?(?:verified|confirmed|validated|proven)|to be|isn't|cannot|expect)\b/i

/** Clauses of a text, without code in fences. */
export function clausesOf(text: string): string[] {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .split(/(?<=[.;!?:])\s+|\n+|,\s+|\s+(?:but|and|so|because|as|which|then)\s+/i)
    .map((clause) => clause.trim())
    .filter(Boolean)
}

/** Whether a row shows what a clause says, such as a successful `git commit`. */
type Shown = (clause: string) => boolean

/** Whether a text says that something was changed or is done. */
export function claimsChange(text: string, isShown: Shown = () => false): boolean {
  return clausesOf(text).some((clause) => {
    if (NEGATED.test(clause) || isShown(clause)) return false
    return [CHANGE, STATE, MADE_A_CHANGE, FIXES].some((shape) => shape.test(clause))
  })
}

const OWN = new RegExp(
  `\\b(?:i|we)(?:'ve| have)? (?:just |now |already |also )?(?:${DONE})\\b`,
  'i',
)
/** "Changed total in src/cart.js.": who did it is left out. */
const ELIDED = new RegExp(
  `^(?:done[:,.!]?\\s*|ok[:,.!]?\\s*|(?:just|now|successfully|already) )?(${DONE})\\s+(?!by\\b|in (?:commit|version)\\b)\\S`,
  'i',
)

/** Whether a text says that the author of it made a change, in the words of an answer. */
export function claimsOwnChange(text: string, isShown: Shown = () => false): boolean {
  return clausesOf(text).some(
    (clause) => !NEGATED.test(clause) && !isShown(clause) && OWN.test(clause),
  )
}

/** The verbs of clauses that say so without "I". */
export function elidedChanges(text: string, isShown: Shown = () => false): string[] {
  return clausesOf(text).flatMap((clause) => {
    const verb = NEGATED.test(clause) || isShown(clause) ? undefined : ELIDED.exec(clause)?.[1]
    return verb === undefined ? [] : [verb.toLowerCase()]
  })
}

/** Whether a clause denies something or leaves it open. */
export function isNegated(clause: string): boolean {
  return NEGATED.test(clause)
}

const WORKS =
  /\b(?:works?|working|(?:is|are|looks?|seems?) (?:all |now |still |perfectly |completely )?(?:ok|okay|fine|good|green|correct|healthy|in order|as it should)|passe?s?|passed|passing|succeed(?:s|ed)?|no (?:errors?|problems?|failures?|issues?|bugs?))\b/i
const FAILS =
  /\b(?:fail(?:s|ed|ing|ures?)?|broken|red|wrong|errors?|(?:not|n't|never) (?:\w+ )?(?:pass|work|succeed|ok|correct|right|green)\w*)\b/i
const NO_FAIL = /\b(?:no|none|nothing|zero|0|never|without|not|no longer|neither|nor)\b/i

/** Whether a text says that something works or passes, and nowhere that something fails. */
export function claimsSuccess(text: string): boolean {
  if (admitsFailure(text)) return false
  return clausesOf(text).some((one) => claimsPass(one) || (!NEGATED.test(one) && WORKS.test(one)))
}

/** Whether a clause says that something fails. */
export function admitsFailure(text: string): boolean {
  return clausesOf(text).some((one) => {
    if (!FAILS.test(one)) return false
    const isDenied = /\bfail|\bbroken|\bred\b|\bwrong|\berror/i.test(one) && NO_FAIL.test(one)
    return !isDenied && !(WORKS.test(one) && !/n't|\bnot\b/i.test(one))
  })
}

/** Whether a text says that tests pass. */
export function claimsPass(text: string): boolean {
  return clausesOf(text).some(
    (clause) =>
      (!NEGATED.test(clause) && TESTS.test(clause)) ||
      (!OPEN.test(clause) && NO_FAILURE.test(clause)),
  )
}
