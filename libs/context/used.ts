import type { Evidence } from '#core'
import { sentencesOf } from './facts/sentences.js'
import { readStatement } from './facts/statement.js'
import type { PromptInput } from './input/section.js'

/** Steps after a result in which the model states what it found. */
const STEPS = 2
/** More text of one result is not compared. */
const MOST_CHARS = 60_000
const MOST_LINES = 4
const NUMBER = /(?<![\p{L}\p{N}_.])\d[\d_.,]*\d(?![\p{L}_])/gu
const WORD = /\p{L}{4,}/gu

/**
 * The lines of a result that the model turned into facts: a line has the value of a statement of the next steps, and
 * a word of its name. Such a result was used, and its facts stay in the head, so its other lines are not needed. Empty: it
 * was not used like this.
 */
export function usedLines(
  row: Evidence,
  { statements = [], payload }: Pick<PromptInput, 'statements' | 'payload'>,
): string[] {
  if (row.kind !== 'file_read' && row.kind !== 'symbol_lookup') return []
  const said = statements
    .filter(({ step }) => step > row.step && step <= row.step + STEPS)
    .flatMap(({ text }) => sentencesOf(text))
    .filter((sentence) => readStatement(sentence)?.weight === 3)
    .map((sentence) => ({
      values: sentence.match(NUMBER) ?? [],
      words: (sentence.match(WORD) ?? []).map((word) => word.toLowerCase()),
    }))
    .filter(({ values }) => values.length > 0)
  if (said.length === 0) return []
  const lines = payload(row).slice(0, MOST_CHARS).split('\n')
  const used = lines.filter((line) => {
    const numbers = new Set(line.match(NUMBER) ?? [])
    const small = line.toLowerCase()
    return said.some(
      ({ values, words }) =>
        values.some((value) => numbers.has(value)) && words.some((word) => small.includes(word)),
    )
  })
  return used.slice(0, MOST_LINES)
}
