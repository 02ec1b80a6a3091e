import { byText } from '#core'
import { partsOf, sentencesOf } from './sentences.js'
import { plainStatement, readStatement } from './statement.js'

/** A text that may state facts, and its step. */
export interface Source {
  step: number
  text: string
}

/** One fact of the task, as it was stated. */
export interface Fact {
  step: number
  text: string
  /** 1..3, as Said. */
  weight: number
}

/** No prompt has room for more. */
const MOST_FACTS = 120

/**
 * The facts that texts state, oldest first. The same words count once. A name with a new value loses the old
 * one. It knows shapes (numbers, paths, names, quotes) rather than a language, so an unknown phrase is kept
 * when it names something, with a low weight.
 * @param sources  oldest first
 */
export function findFacts(sources: readonly Source[]): Fact[] {
  const facts = new Map<string, Fact & { words: string }>()
  for (const { step, text } of sources) {
    for (const { key, plain, words, weight } of statementsIn(text)) {
      // A repeated statement keeps its place unless its value changed, so that the text of the head stays.
      if (facts.get(key)?.words === words) continue
      facts.delete(key)
      facts.set(key, { step, text: plain, weight, words })
    }
  }
  return [...facts.values()]
    .slice(-MOST_FACTS * 4)
    .sort((a, b) => a.step - b.step)
    .map(({ words, ...fact }) => fact)
}

interface Stated {
  /** Statements with the same key replace each other. */
  key: string
  plain: string
  words: string
  weight: number
}

/** Every rebuild of a task reads the same texts, so each is parsed once. */
const statementsIn = byText((text: string): readonly Stated[] => {
  return sentencesOf(text)
    .flatMap(split)
    .flatMap((sentence) => {
      const said = readStatement(sentence)
      if (said === null) return []
      const plain = plainStatement(sentence).replace(/[.。;；]$/, '')
      const words = wordsOf(plain)
      return [{ key: said.name ?? `=${words}`, plain, words, weight: said.weight }]
    })
}, 2_000_000)

function split(sentence: string): string[] {
  return partsOf(sentence, (part) => {
    const said = readStatement(part)
    return said !== null && said.name !== null
  })
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * The facts that fit, in the order of their steps. What gives a value comes before what only names something,
 * what shares a name with the work before the rest, the newer before the older.
 * @param about  text of the task and of what is open
 */
export function chooseFacts<T extends Fact>(
  facts: readonly T[],
  about: string,
  fits: (fact: T) => boolean,
): T[] {
  const names = keptNames(about)
  const scored = facts.map((fact, at) => {
    const shared = [...keptNames(fact.text)].some((name) => names.has(name))
    return { fact, at, score: fact.weight + (shared ? 1 : 0) }
  })
  scored.sort((a, b) => b.score - a.score || b.at - a.at)
  const chosen = scored.filter(({ fact }, index) => index < MOST_FACTS && fits(fact))
  return chosen.sort((a, b) => a.at - b.at).map(({ fact }) => fact)
}

/** As namesIn, remembered: nobody may change the set. */
export const keptNames = byText((text): ReadonlySet<string> => namesIn(text), 1_000_000)

/** Words that can be names: identifiers, paths, words of some length. */
export function namesIn(text: string): Set<string> {
  const found = text.toLowerCase().match(/[\p{L}\p{N}_$][\p{L}\p{N}_$./-]{2,}/gu) ?? []
  return new Set(found.map((word) => word.replace(/[./-]+$/, '')).filter((word) => word.length > 3))
}
