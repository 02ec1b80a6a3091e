import { estimateTokens } from '#core'
import { aboutOf, type TaskWords } from './about_task.js'
import { fitOf, PLACES } from './fit_rule.js'

export type { TaskWords } from './about_task.js'

/** A rule for the head of a task. */
export interface Rule {
  name: string
  /** The user's words. */
  text: string
  created: string
}

/** What a line costs beside its words. */
export const LINE_TOKENS = 3
/** Where not all fit: the share that rules of which nothing tells leave to the rules that a result will be about. */
const RESULT_SHARE = 0.25
/** A longer task is cut: words at the end of a log say little. */
const MOST_CHARS = 20_000
/**
 * The rules that a task's prompt shows, within so many tokens. A rule that is missed costs the user more than a line that
 * is not needed, and a project has few: so a rule is left out only where something tells that it is about something
 * else. That is a task that writes no code, for rules that are not about conduct; a condition that the task does not
 * meet; a part of the project that the task does not touch; a subject, where the task has another one. Where the rules
 * that are left do not fit, those come first that have to do with the task by their words, their files or their subject,
 * and the others leave room for what a result will be about: files tell more than their age.
 * The same input gives the same rules in the same order.
 */
export function chooseRules(rules: readonly Rule[], task: TaskWords, tokens: number): Rule[] {
  const about = aboutOf({ ...task, text: task.text.slice(0, MOST_CHARS) })
  const holding = rules
    .map((rule) => ({ rule, ...fitOf(rule.text, about) }))
    .filter(({ fits }) => fits !== 'out')
  const fitting = holding.sort(
    (a, b) => PLACES[a.fits] - PLACES[b.fits] || b.score - a.score || byAge(a.rule, b.rule),
  )
  const all = fitting.reduce((sum, { rule }) => sum + costOf(rule), 0)
  const kept = all > tokens ? tokens * RESULT_SHARE : 0
  let left = tokens
  const chosen = fitting.flatMap(({ rule, fits }) => {
    const cost = costOf(rule)
    if (cost > left - (fits === 'open' ? kept : 0)) return []
    left -= cost
    return [rule]
  })
  // In the order in which they were said: a newer line wins over an older one.
  return chosen.sort((a, b) => -byAge(a, b))
}

function costOf({ text }: Rule): number {
  return estimateTokens(text) + LINE_TOKENS
}

/** Newest first. */
function byAge(a: Rule, b: Rule): number {
  if (a.created !== b.created) return a.created < b.created ? 1 : -1
  return a.name < b.name ? 1 : -1
}
