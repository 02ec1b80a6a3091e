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
function clausesOf(text: string): string[] {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .split(/(?<=[.;!?:])\s+|\n+|,\s+|\s+(?:but|and|so|because|as|which|then)\s+/i)
    .map((clause) => clause.trim())
    .filter(Boolean)
}

/** Whether a text says that something was changed or is done. */
export function claimsChange(text: string): boolean {
  return clausesOf(text).some((clause) => {
    if (NEGATED.test(clause)) return false
    return [CHANGE, STATE, MADE_A_CHANGE, FIXES].some((shape) => shape.test(clause))
  })
}

const OWN = `\\b(?:i|we)(?:'ve| have)? (?:just |now |already |also |successfully )*`
const BARE = '^(?:done: |just |now |already |also |successfully )*'
const OWN_CHANGE = new RegExp(`${OWN}(?:${DONE})\\b`, 'i')
const BARE_CHANGE = new RegExp(
  `${BARE}(?:${DONE})\\b(?! (?:by|in (?:v?\\d|commit|version|release)))`,
  'i',
)

/**
 * Whether a text says that the author of it made a change, in the words of an answer.
 * @param bare  nothing was asked, so "Changed x." is said of the author as well
 */
export function claimsOwnChange(text: string, { bare }: { bare: boolean }): boolean {
  const says = (clause: string) =>
    OWN_CHANGE.test(clause) || (bare && (BARE_CHANGE.test(clause) || MADE_A_CHANGE.test(clause)))
  return clausesOf(text).some((clause) => !NEGATED.test(clause) && says(clause))
}

/** Actions outside of the files, and the commands that do them; null: any command that does more than print. */
const ACTIONS: Readonly<Record<string, RegExp | null>> = {
  committed: /\bcommit\b/,
  pushed: /\bpush\b/,
  tagged: /\btag\b/,
  published: /\b(publish|release|upload|push)\b/,
  released: null,
  deployed: null,
  restarted: null,
  started: null,
  stopped: null,
  killed: null,
  launched: null,
  sent: null,
  uploaded: null,
  downloaded: null,
  executed: null,
}
const ACTED = Object.keys(ACTIONS).join('|')
const OWN_ACTION = new RegExp(`${OWN}(${ACTED})\\b`, 'i')
const BARE_ACTION = new RegExp(
  `${BARE}(${ACTED})\\b|\\b(?:is|are|was|were|has been|have been) (?:now |already |successfully )*(${ACTED})\\b`,
  'i',
)
/** Programs that only print. */
const PRINTS =
  /^\s*(?:ls|cat|head|tail|grep|rg|find|wc|pwd|echo|printf|which|ps|env|date|git (?:log|status|diff|show|branch|remote|rev-parse))\b[^;&|]*$/

/**
 * The action outside of the files that a text claims and no command of the task can have done; null when there is none.
 * @param bare      nothing was asked, so "Restarted." and "The server is restarted." are said of the author as well
 * @param commands  the commands that ran
 */
export function claimsAction(
  text: string,
  { bare, commands }: { bare: boolean; commands: readonly string[] },
): string | null {
  for (const clause of clausesOf(text)) {
    if (NEGATED.test(clause)) continue
    const found = OWN_ACTION.exec(clause) ?? (bare ? BARE_ACTION.exec(clause) : null)
    const verb = (found?.[1] ?? found?.[2])?.toLowerCase()
    if (verb === undefined) continue
    const shape = ACTIONS[verb]
    const did = commands.some((one) => (shape == null ? !PRINTS.test(one) : shape.test(one)))
    if (!did) return verb
  }
  return null
}

const WORKS =
  /\b(?:works?|is (?:ok|okay|fine|green|good|correct)|are (?:ok|okay|fine|green|good))\b/i
const FAILS = /\b(?:fail(?:s|ed|ing|ures?)?|errors?|broken|red|wrong)\b/i

/** Whether a text says that all is well, and nothing of a failure. */
export function claimsHealth(text: string): boolean {
  if (FAILS.test(text)) return claimsPass(text)
  return (
    claimsPass(text) ||
    clausesOf(text).some((clause) => !NEGATED.test(clause) && WORKS.test(clause))
  )
}

/** Whether a text says that tests pass. */
export function claimsPass(text: string): boolean {
  return clausesOf(text).some(
    (clause) =>
      (!NEGATED.test(clause) && TESTS.test(clause)) ||
      (!OPEN.test(clause) && NO_FAILURE.test(clause)),
  )
}
