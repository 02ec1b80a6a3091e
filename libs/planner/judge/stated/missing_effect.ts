import type { Row, Standing } from '../facts/types.js'
import { asserted } from '../words/asserted.js'
import { clausesOf, isNegated } from './claims.js'
import { EFFECTS, type Effect } from './effects.js'

const WHO = "\\b(?:i|we)(?:'ve| have)? (?:just |now |already |also |then |successfully )*"
/** "Deployed the app": who did it is left out. */
const START =
  '^(?:(?:done|ok|okay|yes|sure|great|success)[:,.! ]\\s*)?(?:and |just |now |successfully |also |then )*'
const AND = '(?:\\w+(?:ed|t) (?:\\S+ ){0,6}and (?:then |also )?)?'
const IS =
  "(?:is|are|was|were|has been|have been|got|'s) (?:now |just |already |successfully |also |all )*"
/** Commands that only print or look, whatever else their words name. */
const LOOKS =
  /^\s*(?:(?:echo|printf|cat|ls|grep|rg|head|tail|less|man|which|type|find|pwd|true|:)\s|(?:ls|pwd|true|:)$|git (?:log|status|diff|show|blame|reflog|stash list|rev-parse)\b|git (?:branch|remote|tag)(?:\s+(?:-a|-v+|--list|-l|-r|--show-current))*\s*$)|\s--?(?:dry-run|help|version)\b/

/** What is left to do, or what somebody else has to do. */
const PLANS =
  /\b(?:if|until|unless|once|should|would|could|may|might|must|will|did not|didn't|not run|before|make sure|ensure)\b/i
/** Programs and scripts of a project that may do anything. */
const SCRIPT =
  /\b(make|just|task|rake|npm|pnpm|yarn|bun|ansible\S*|terraform|pulumi|ssh|gh|glab|curl|http)\b|\.(sh|py|js|mjs|rb)\b/i
/** Scripts and programs that check and do nothing else. */
const CHECKS =
  /\b(?:npm|pnpm|yarn|bun|make|just|task|deno|cargo|go|mvn\S*|gradlew?|dotnet|rake)\s+(?:-\S+\s+)*(?:run\s+)?(?:tests?|t|lint|check|typecheck|type-check|format|fmt|vet|coverage)(?=\s|$)|(?:^|\s|\/)(?:pytest|jest|vitest|mocha|ctest|tox|nox|eslint|mypy|tsc|ruff)(?=\s|$)|\bnode\s+(?:-\S+\s+)*--test\b|\bpython\S*\s+-m\s+(?:pytest|unittest)\b/i

/** What an end says was done outside of files, without a command that can have done it; null: nothing. */
export function missingEffect(
  { rows, wants, checkTexts, changes }: Pick<Standing, 'rows' | 'wants' | 'checkTexts' | 'changes'>,
  text: string,
): string | null {
  // In an answer to a question, only "I" says who did it: a commit of last week was pushed as well.
  const says = wants === 'report' ? saysOwn : saysAny
  const found = clausesOf(asserted(text))
    .flatMap((clause) =>
      EFFECTS.filter(
        (effect) =>
          (effect.states?.test(clause) === true && !PLANS.test(clause)) ||
          (!isNegated(clause) && says(clause, effect)),
      ),
    )
    .find(
      (effect) =>
        !isInFiles(changes, effect) &&
        !rows.some((row) => canHaveDone(row, effect) || isPartOfTests(row, effect, checkTexts)),
    )
  return found?.said ?? null
}

/** Whether a successful command can have done what a clause says was done outside of files. */
export function hasEffect({ rows }: Pick<Standing, 'rows'>, clause: string): boolean {
  return EFFECTS.some(
    (effect) => saysAny(clause, effect) && rows.some((row) => canHaveDone(row, effect)),
  )
}

/** A script of the tests may run the check as well. */
function isPartOfTests({ kind, facts }: Row, effect: Effect, texts: readonly string[]): boolean {
  if (effect.isCheck !== true || kind !== 'test_result' || facts.passed !== true) return false
  return texts.some((text) => effect.command.test(text))
}

/** The task's edits changed lines about such a thing to lines that say it: the thing is a record in a file. */
function isInFiles(changes: Standing['changes'], { inFiles, things, passive }: Effect): boolean {
  if (inFiles !== true) return false
  const about = new RegExp(`\\b${things}\\b`, 'i')
  const done = new RegExp(`\\b${things}\\b.*\\b${passive}\\b`, 'i')
  const linesOf = (text: string | null) => (text ?? '').split('\n')
  return changes.some(({ before, after }) => {
    const had = new Set(linesOf(before))
    const has = new Set(linesOf(after))
    const isGone = [...had].some((line) => !has.has(line) && about.test(line))
    return isGone && [...has].some((line) => !had.has(line) && done.test(line))
  })
}

function saysOwn(clause: string, effect: Effect): boolean {
  return sayingsOf(effect).own.test(clause)
}

function saysAny(clause: string, effect: Effect): boolean {
  const { own, begun, passive } = sayingsOf(effect)
  return own.test(clause) || begun.test(clause) || passive.test(clause)
}

interface Sayings {
  own: RegExp
  begun: RegExp
  passive: RegExp
}

/** Made once an effect: each clause of each end is compared with all of them. */
const kept = new WeakMap<Effect, Sayings>()
function sayingsOf(effect: Effect): Sayings {
  const known = kept.get(effect)
  if (known !== undefined) return known
  const { active, passive, things } = effect
  const thing = things.startsWith('[') ? '\\S' : `\\b${things}`
  const made = {
    own: new RegExp(`${WHO}${AND}${active}\\b`, 'i'),
    begun: new RegExp(`${START}${AND}${active}\\b(?! by\\b)`, 'i'),
    passive: new RegExp(`${thing}\\b[^.;]{0,40}?\\b${IS}${passive}\\b`, 'i'),
  }
  kept.set(effect, made)
  return made
}

function canHaveDone({ kind, facts }: Row, effect: Effect): boolean {
  if (kind !== 'shell_output' && kind !== 'test_result') return false
  const { command, exitCode, background, interrupted } = facts
  if (typeof command !== 'string' || interrupted === true) return false
  if (effect.anyEnd === true) return true
  if ((exitCode !== 0 && background === undefined) || command.includes('||')) return false
  // Only the last of parts that are joined by `;` decides the exit code.
  const parts = command.split(/;|\n/).filter((part) => part.trim() !== '')
  return (parts.at(-1) ?? '').split('&&').some((part) => canHave(part, effect))
}

function canHave(part: string, { command: shape, byScript, isCheck }: Effect): boolean {
  if (LOOKS.test(part) || (isCheck !== true && CHECKS.test(part))) return false
  return shape.test(part) || (byScript === true && SCRIPT.test(part))
}
