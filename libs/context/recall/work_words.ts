import type { PromptInput, WorkWord } from '../input/section.js'

/** Steps whose words say what the work is about now. */
const STEPS = 3
/** More words of one source are not read. */
const MOST_CHARS = 4_000
const MOST_WORDS = 40
const WORD = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu
/** A word that looks like a name in code: words of prose are in many texts. */
const NAME = /[\p{L}\p{N}]_|_[\p{L}\p{N}]|\p{Ll}\p{Lu}|\d|^\p{Lu}{3,}$/u

/**
 * The words that the next steps are about: of the open items of the plan, the newest calls and statements, what failed,
 * and the task. Names of code come before words of prose, and the nearest source before the others.
 * @param now  a reply with its calls that is no row yet; '' where there is none
 */
export function workWords(input: PromptInput, now: string): WorkWord[] {
  const { evidence, plan, statements = [], task, additions } = input
  const last = evidence[0]?.step ?? 0
  const words = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const [found] of text.slice(0, MOST_CHARS).matchAll(WORD)) {
      const word = found.toLowerCase()
      const value = NAME.test(found) ? weight * 2 : weight
      if (value > (words.get(word) ?? 0)) words.set(word, value)
    }
  }
  add(now, NOW_WEIGHT)
  for (const { status, text } of plan) if (status !== 'resolved') add(text, 1)
  for (const { step, text } of statements) if (step > last - STEPS) add(text, 1)
  for (const { step, subject, facts } of evidence) {
    if (step <= last - STEPS) break
    add(subject, 1)
    for (const fact of [facts.command, facts.path, facts.symbol])
      if (typeof fact === 'string') add(fact, 1)
  }
  add([task, ...additions].join('\n'), TASK_WEIGHT)
  return [...words]
    .map(([word, weight]) => ({ word, weight }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_WORDS)
}

/** What is done now says most of what comes next. */
const NOW_WEIGHT = 3
/** Its names are in most texts of a run, so they tell little. */
const TASK_WEIGHT = 0.3
