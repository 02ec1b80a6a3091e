import { changedPaths, changesIn } from '../facts/changes.js'
import { countingFailure } from '../facts/test_rows.js'
import type { Row, Standing } from '../facts/types.js'
import { admitsFailure, claimsPass } from '../stated/claims.js'
import { inEnglish } from '../words/in_english.js'

/**
 * The failing tests of the newest run, where each of them failed before the first change of the task as well and
 * the task was not to repair them; null: one is new, or one cannot be named.
 */
export function knownFailures(standing: Standing, summary: string): string[] | null {
  if (claimsPass(inEnglish(summary)) && !admitsFailure(inEnglish(summary))) return null
  const last = countingFailure(standing)
  if (last === null) return null
  const before = runBefore(standing)
  const failing = failingIn(last)
  if (before === null || failing.length === 0 || ranFewer(last, before)) return null
  const known = new Set(failingIn(before).map(plain))
  if (!failing.every((name) => known.has(plain(name)))) return null
  return isToRepair(standing, failing) ? null : failing
}

/** The newest test run that is older than the first change of the task. */
function runBefore({ rows, earlierTest }: Standing): Row | null {
  const first = rows.find(
    (row) =>
      row.kind === 'edit_applied' ||
      row.facts.unseen === true ||
      (row.kind !== 'test_result' && changesIn(row).length > 0),
  )
  const older = rows.filter(({ number }) => first === undefined || number < first.number)
  return older.findLast(({ kind }) => kind === 'test_result') ?? earlierTest ?? null
}

function failingIn({ facts }: Row): string[] {
  const { failing } = facts
  return Array.isArray(failing) ? failing.filter((name) => typeof name === 'string') : []
}

/** Tests that did not run are not seen to fail. */
function ranFewer({ facts: now }: Row, { facts: before }: Row): boolean {
  return Number(now.tests ?? 0) < Number(before.tests ?? 0)
}

/** Without its message and its time, which may differ from run to run. */
function plain(name: string): string {
  return name
    .replace(/ - .*$/, '')
    .replace(/\s*\(?\d+(?:\.\d+)?\s?m?s\)?$/, '')
    .trim()
}

const REPAIRS_TESTS =
  /\b(?:fix|repair|correct|debug|resolve|solve|make|get|turn|bring)\b[^.;!?\n]{0,60}\b(?:tests?|specs?|suite|ci|build|green|pass(?:es|ing)?)\b|\b(?:tests?|specs?|suite|ci|build)\b[^.;!?\n]{0,40}\b(?:fail(?:s|ed|ing|ures?)?|red|broken|pass(?:es)?|green)\b/i
const LEAVES =
  /\b(?:ignore|leave|unrelated|known|already|apart from|except|do not (?:fix|touch)|don't (?:fix|touch))\b/i
const REPAIRS =
  /\b(?:fix(?:es|ed)?|repairs?|correct|debug|bugs?|broken|crash\w*|wrong|errors?|mistakes?|problems?|issues?|defects?)\b/i

/** The task is about these tests, or it asks for a repair and does not say of what. */
function isToRepair(standing: Standing, failing: readonly string[]): boolean {
  const asked = inEnglish(standing.asked)
  const sentences = asked.split(/(?<=[.;!?])\s+|\n+/).filter((one) => !LEAVES.test(one))
  if (sentences.some((one) => REPAIRS_TESTS.test(one))) return true
  const names = namesIn(sentences.join('\n'), REPAIRS.test(asked))
  const isNamed = (text: string) =>
    (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).some((word) => names.has(word.toLowerCase()))
  if (failing.some(isNamed)) return true
  const isSpecific = names.size > 0 || changedPaths(standing).some((path) => asked.includes(path))
  return REPAIRS.test(asked) && !isSpecific
}

/** Words of a task that name code: `add()`, "`add`", "the function add"; in a repair every word of a name's form. */
function namesIn(asked: string, isRepair: boolean): Set<string> {
  const called = asked.matchAll(/([\p{L}_$][\p{L}\p{N}_$]*)\s?\(/gu)
  const quoted = asked.matchAll(/[`'"]([\p{L}_$][\p{L}\p{N}_$.]*)[`'"]/gu)
  const kinds =
    'function|method|class|constant|variable|module|component|helper|field|property|option|endpoint|command'
  const typed = asked.matchAll(
    new RegExp(`\\b(?:${kinds})s?\\s+(?:named |called )?([A-Za-z_$][\\w$]*)`, 'gu'),
  )
  const before = isRepair
    ? asked.matchAll(
        /\b(?:fix|repair|correct|debug)\s+(?:the\s+)?([A-Za-z_$][\w$]*)(?!\s+(?:bug|error|issue)s?\b)/giu,
      )
    : []
  const cased = asked.matchAll(/\b([a-z]+[A-Z]\w*|[a-z]+_\w+)\b/gu)
  const all = [...called, ...quoted, ...typed, ...before, ...cased].map(([, name = '']) =>
    name.toLowerCase(),
  )
  return new Set(all.filter((name) => !PLAIN.has(name)))
}

/** Words in the place of a name that name nothing. */
const PLAIN = new Set(
  'a an the it this that to in of for and or is which with bug bugs error errors problem problems issue issues crash code failing broken'.split(
    ' ',
  ),
)
