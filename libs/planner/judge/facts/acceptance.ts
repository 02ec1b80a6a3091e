import { inEnglish } from '../words/in_english.js'

/** Which changes of tests the words of the user allow. */
export interface Acceptance {
  /** New tests that the task writes. */
  newTests: boolean
  /** Changes of existing tests. */
  test: boolean
  /** Changes of what runs the tests. */
  config: boolean
}

const NOUN =
  '(?:tests?|specs?|snapshots?|assertions?|test[- ](?:cases?|suites?|files?)|fixtures?|expectations?|golden files?|coverage)'
/** Words between a verb and the tests. */
const BETWEEN =
  '(?:(?:the|a|an|all|some|any|new|more|missing|old|existing|failing|broken|obsolete|outdated|stale|its|their|these|those|this|that|my|our|unit|integration|regression|e2e|end-to-end|related|relevant|affected|corresponding|first|second|two|three|few|jest|pytest|snapshot|wrong|duplicate|flaky|slow|skipped|proper|good|basic|simple|edge|case|cases?|code|docs?|and|or|of|in|[\\w./-]*\\.\\w+)[ ,]+){0,6}'
const ADD = '(?:add|write|create|extend|generate|include|provide|implement|improve|increase|set up)'
const CHANGE =
  '(?:update|change|rewrite|adjust|adapt|edit|modify|replace|remove|delete|drop|regenerate|refresh|convert|migrate|port|rename|move|refactor|skip|disable|correct|clean up|simplify|re-?record|accept|approve)'
const FORBIDS = new RegExp(
  `\\b(?:do not|don't|never|without|not|no|must not|may not|cannot)\\b[^.;!?\\n]{0,40}\\b${NOUN}`,
  'i',
)
const NEW = [
  new RegExp(`\\b${ADD} ${BETWEEN}${NOUN}\\b`, 'i'),
  new RegExp(
    `\\b(?:with|including|plus|and(?: its| their| some)?) (?:unit |some |its |good )?${NOUN}\\b`,
    'i',
  ),
  /\b(?:tdd|test[- ]driven|test[- ]first|cover(?:ed)? (?:it |this |that )?(?:with|by) tests?)\b/i,
]
const EXISTING = [
  new RegExp(`\\b${CHANGE} ${BETWEEN}${NOUN}\\b`, 'i'),
  new RegExp(`\\b${NOUN} (?:is|are|was|were) (?:wrong|outdated|obsolete|stale|incorrect)\\b`, 'i'),
  new RegExp(
    `\\b(?:accept|approve|agree with|fine with|ok with)\\b[^.;!?\\n]{0,30}\\b${NOUN}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:changed|new) ${NOUN} (?:is|are|looks?) (?:fine|ok|okay|good|accepted|right)\\b`,
    'i',
  ),
]
/** A change that the user wants in the tests as well, such as a new name. */
const ALSO = new RegExp(
  `\\b${CHANGE}\\b[^;!?\\n]*\\b(?:and|in|everywhere:?)(?: in)? (?:the |its |all )?(?:[\\w./-]{1,40}, (?:and )?(?:the |its |all )?){0,6}${NOUN}\\b`,
  'i',
)
const RUNS = /\b(?:run|runs|pass|passes|passing|green)\b/i
const CONFIG =
  /\b(?:test|tests|testing) (?:script|command|runner|set-?up|config(?:uration)?|framework)\b|\b(?:switch|migrate|move|convert|port|upgrade)\b[^.;!?\n]{0,40}\b(?:jest|vitest|mocha|pytest|unittest|tap|ava|node:test|junit|testng|gradle|maven|make|cmake|npm|pnpm|yarn)\b|\b(?:package\.json|Makefile|CMakeLists\.txt|pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|conftest\.py|Cargo\.toml|pom\.xml|build\.gradle|jest\.config|vitest\.config)\b|\b(?:scripts?|dependenc(?:y|ies)|build system)\b/i

/** Reads what the user's words allow. A sentence that forbids changes of tests is stronger than one that asks for them. */
export function accepts(words: string): Acceptance {
  const asked = inEnglish(words)
  const sentences = asked.split(/(?<=[.;!?])\s+|\n+/).filter((one) => !FORBIDS.test(one))
  const has = (shapes: readonly RegExp[]) =>
    sentences.some((sentence) => shapes.some((shape) => shape.test(sentence)))
  const forbidden = FORBIDS.test(asked)
  const also = sentences.some((sentence) => ALSO.test(sentence) && !RUNS.test(sentence))
  const existing = !forbidden && (also || has(EXISTING))
  return { newTests: has(NEW) || existing, test: existing, config: has([CONFIG]) }
}

/** "add a test command" asks for something else. */
const OTHER_NOUN =
  '(?![\\w-]| (?:commands?|scripts?|runners?|users?|accounts?|data\\w*|servers?|pages?|endpoints?|environments?|env|set-?up|config\\w*|frameworks?|modes?|flags?|options?|images?|strings?|values?|keys?|helpers?|utils?|ids?|for (?:an? )?(?:empty|missing|null|undefined))\\b)'
const A_TEST = `${BETWEEN}(?:tests?|specs?|test[- ](?:cases?|files?|suites?))${OTHER_NOUN}`
const NEW_TEST = new RegExp(
  `\\b(?:add|write|create|include|provide) ${A_TEST}|\\bcover(?: [\\w()]+){1,3} (?:with|by) ${A_TEST}`,
  'i',
)

/** Whether the user asks for a test that is to be written. */
export function asksForTest(words: string): boolean {
  const asked = inEnglish(words)
  return !FORBIDS.test(asked) && NEW_TEST.test(asked)
}

const REMOVES = new RegExp(`\\b(?:remove|delete|drop) ${BETWEEN}${NOUN}\\b`, 'i')

/** Whether the user wants tests to be gone. */
export function asksToRemoveTests(words: string): boolean {
  const asked = inEnglish(words)
  return !FORBIDS.test(asked) && REMOVES.test(asked)
}
