import { subjectWords } from '../../words/subject_words.js'
import { topicsOf } from '../../words/topics.js'
import { weightOf } from '../../words/weak_words.js'
import type { Clause } from '../conditions/clause.js'
import { meetsClause } from '../conditions/meets.js'
import { touchesGoverned } from '../governs/governed.js'
import { type ReadRule, readRule, specificOf } from '../read_rule.js'
import { isHan } from '../word_forms.js'
import type { About } from './about_task.js'

/**
 * in: it has to do with the task. near: it has a subject of the task, or a word of its files. open: nothing tells. out: it
 * is about something else.
 */
export type Fit = 'in' | 'near' | 'open' | 'out'
/** Which come first where not all fit. */
export const PLACES: Record<Fit, number> = { in: 0, near: 1, open: 2, out: 3 }

/** How a rule fits a task, and how much it shares with it. */
export function fitOf(text: string, about: About): { fits: Fit; score: number } {
  const rule = readRule(text)
  const { own, specific, scope, clause, kinds, except, topics } = rule
  const score = specific
    .filter((word) => about.words.has(word))
    .reduce((sum, word) => sum + weightOf(word), 0)
  // A new function may be in any code that is written.
  const needsNew = clause?.creates && !(rule.isOfAnyCode && about.kind === 'code')
  if (needsNew && !about.creates) return { fits: 'out', score }
  // "Never unwrap outside of tests": a test is where the rule does not hold.
  if (except !== null && meetsClause(except.clause, except.kinds, about.facts) === 'yes')
    return { fits: 'out', score }
  const holds = clause && meetsClause(clause, kinds, about.facts)
  const touches = touchesGoverned(rule.areas, about.areas)
  // "… and are only converted in the template": what a sentence ends with or is about may be a part of the rule.
  const mayBePart = clause?.form === 'end' || clause?.form === 'subject'
  if (holds === 'no' && mayBePart && touches) return { fits: 'in', score: score + 1 }
  const meetsArea = touchesAny(rule.conditionAreas.named, about)
  if (holds === 'no') return { fits: meetsArea ? 'open' : 'out', score }
  if (holds === 'yes') return { fits: 'in', score: score + 1 }
  // An answer changes nothing: what is said about a change does not matter to it, though it may share a word.
  if (clause !== null && about.kind === 'answer' && scope !== 'conduct')
    return { fits: 'out', score }
  const judged = clause === null || holds === 'unknown' ? null : judge(clause, about)
  if (judged === 'out' && mayMeet(rule, about)) return { fits: meetsArea ? 'in' : 'open', score }
  if (judged !== null) return { fits: judged, score: judged === 'in' ? score + 1 : score }
  if (scope === 'conduct') return { fits: 'in', score }
  if (touches === true) return { fits: 'in', score: score + 1 }
  if (isElsewherePart(rule.part, about)) return { fits: 'out', score }
  // An answer and work beside the code need more than one word of many; a rule about a file may say not to read it.
  const least = about.kind !== 'code' && !rule.namesPath ? Math.min(2, own.length / 2) : 1
  if (score >= least) return { fits: 'in', score }
  // What is not about conduct has to do with code, and what a task cannot touch has nothing to do with it.
  const isUntouched =
    touches === false && holds !== 'unknown' && about.understood && isApart(rule, about)
  if (about.kind !== 'code' || isUntouched) return { fits: 'out', score: 0 }
  const shared = [...topics].filter((topic) => about.topics.has(topic)).length
  if (shared > 0) return { fits: 'near', score: shared / (topics.size + 1) }
  if (scope === 'code' && topics.size === 0) return { fits: 'in', score: 0 }
  const named = specific.filter((word) => about.here.has(word)).length
  if (named > 0) return { fits: 'near', score: named / (own.length + 1) }
  return { fits: isOfOther(rule, about) ? 'out' : 'open', score: 0 }
}

/**
 * Whether two signs agree that a rule is about something else: a word of a file that the task does not change, another
 * subject, nothing that both would touch.
 */
function isOfOther(rule: ReadRule, about: About): boolean {
  if (!about.understood) return false
  const { specific, topics, main } = rule
  // A task that no file is known for may be about any of them.
  const hasFile = about.near.length > 0
  const isElsewhere = hasFile && specific.some((word) => about.elsewhere.has(word))
  const hasOther = (hasFile ? topics : main).size > 0 && about.topics.size > 0
  return [isElsewhere, hasOther, isApart(rule, about)].filter(Boolean).length >= 2
}

/**
 * Whether a task of which no word is in a condition may meet it: its area is touched, or too little is known about one of
 * the two.
 */
function mayMeet({ clause, conditionAreas: { named, wide } }: ReadRule, about: About): boolean {
  if (clause?.form === 'folder' || about.kind !== 'code') return false
  if (named.size > 0) return touchesAny(named, about)
  return wide.size === 0 || !about.understood || touchesAny(wide, about)
}

/** Whether no word of a rule is of an area that the task touches. */
function isApart({ areas: { wide } }: ReadRule, about: About): boolean {
  return wide.size > 0 && !touchesAny(wide, about)
}

function touchesAny(areas: ReadonlySet<number>, { areas: touched }: About): boolean {
  return [...areas].some((at) => touched.has(at))
}

/**
 * What the words of a condition tell that names no known kind of work; null: it may be any task. Who states a condition
 * means not every task, so what shares nothing with it is out, unless the two are written in other scripts. A case of the world
 * ("when it rains") is no condition of a task.
 */
function judge(clause: Clause, about: About): Fit | null {
  const { text, form } = clause
  const words = [...subjectWords(text)]
  if (words.some((word) => about.words.has(word) || about.places.has(word))) return 'in'
  const specific = specificOf(words)
  if (specific.length === 0) return null
  if (form === 'folder' || about.kind !== 'code') return 'out'
  if (specific.some((word) => about.words.has(word) || about.here.has(word))) return 'in'
  const topics = topicsOf(text)
  if ([...topics].some((topic) => about.topics.has(topic))) return 'near'
  if (isHan(text) !== isHan(about.task.text)) return 'open'
  if (!clause.isOfWorld) return 'out'
  const isPart = [about.elsewhere, about.project].some((part) =>
    specific.some((word) => part.has(word)),
  )
  return about.near.length > 0 && isPart ? 'out' : 'open'
}

/** Whether a rule ends with a part of the project ("… in the parser") that the task does not name or change. */
function isElsewherePart(part: readonly string[], about: About): boolean {
  if (!part.some((word) => about.project.has(word))) return false
  return !part.some((word) => [about.words, about.places, about.here].some((of) => of.has(word)))
}
