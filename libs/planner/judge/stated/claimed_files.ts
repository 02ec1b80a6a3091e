import { changedPaths } from '../facts/changes.js'
import type { Standing } from '../facts/types.js'
import { asserted } from '../words/asserted.js'
import { clausesOf, isNegated } from './claims.js'

/** A kind of file that a summary can say was written. */
interface Written {
  /** For the message. */
  said: string
  /** How a summary names it. */
  words: string
  /** Whether the task changed one. */
  isShown(standing: Standing, hasTest: boolean): boolean
}

const named = (shape: RegExp) => (standing: Standing) =>
  changedPaths(standing).some((path) => shape.test(path))

const WRITTEN: readonly Written[] = [
  { said: 'the README', words: 'readme(?:\\.\\w+)?(?: file)?', isShown: named(/readme/i) },
  {
    said: 'the changelog',
    words: '(?:change ?log(?:\\.\\w+)?|release notes)',
    isShown: named(/change|history|news|release/i),
  },
  {
    said: 'the documentation',
    words: '(?:documentation|user guide|manual)',
    isShown: named(/\.(?:md|mdx|rst|adoc|txt|html?)$|(?:^|\/)docs?\/|readme/i),
  },
  {
    said: 'a test',
    words: 'tests?(?: (?:cases?|files?|suites?))?',
    isShown: (_, hasTest) => hasTest,
  },
]
/** Words between the verb and the thing. */
const BETWEEN =
  '(?:(?:the|a|an|some|two|three|four|five|several|\\d+|its|our|this|project|new|more|missing|additional|unit|regression|integration|failing|existing|corresponding|matching|proper|simple|first|second) )*'
const VERB =
  '(?:added|wrote|written|updated|created|extended|changed|edited|included|introduced|adjusted|adapted|expanded)'
/** "tests pass": the noun is not what was written. */
const END =
  '(?![\\w-]| (?:pass|run|fail|commands?|scripts?|runner|sections?|chapters?|instructions?|badge|name|user|data|so|now)\\b)'
const IS = '(?:is|are|was|were|has been|have been) (?:now |also |already )*'

/**
 * A kind of file that a summary says was written while the task changed none of the kind; null: there is none.
 * @param hasTest  whether the session changed a test
 */
export function missingFile(standing: Standing, summary: string, hasTest: boolean): string | null {
  const clauses = clausesOf(asserted(summary).replace(/[`*]/g, '')).filter(
    (clause) => !isNegated(clause),
  )
  const found = WRITTEN.find(
    ({ words, isShown }) =>
      clauses.some((clause) => says(clause, words)) && !isShown(standing, hasTest),
  )
  return found?.said ?? null
}

/** The same in languages that the glossary does not have. */
const ELSEWHERE =
  '(?:aggiornat|aggiunt|scritt|modificat|atualiz(?:ei|ad)|adicion(?:ei|ad)|escrevi|обнов|добавил|написал|изменил|оновив|оновила|додав|bijgewerkt|toegevoegd|zaktualizował|dodał|uppdatera(?:de|t)|güncelledi|ekledi)'

function says(clause: string, words: string): boolean {
  const active = new RegExp(
    `^(?:(?:i|we)(?:'ve| have)? )?(?:also |then |now |just |and )*${VERB} ${BETWEEN}${words}${END}`,
    'i',
  )
  const passive = new RegExp(
    `\\b${words} (?:${IS}(?:${VERB}|up[- ]to[- ]date|in place)|now (?:describes|explains|documents|mentions|says|covers|lists|shows))\\b`,
    'i',
  )
  const elsewhere = new RegExp(
    `${ELSEWHERE}[^.;]{0,40}\\b${words}|\\b${words}[^.;]{0,30}${ELSEWHERE}`,
    'i',
  )
  if ([active, passive, elsewhere].some((shape) => shape.test(clause))) return true
  // "A section was added to the README": a test is no such place.
  if (words.startsWith('test') || /\b(?:already|existing)\b/i.test(clause)) return false
  return new RegExp(
    `\\b(?:${VERB}|documented|mentioned|described)\\b[^.;]{0,60}\\b(?:to|in|into|of) (?:(?:the|our|a|its|project) )*(?:[\\w./]*/)?${words}${END}`,
    'i',
  ).test(clause)
}
