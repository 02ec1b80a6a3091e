import { estimateTokens } from '#core'
import type { PromptInput, Section } from '../input/section.js'
import { fitText } from '../text/fit.js'

const TITLE = 'Earlier in this session:'
/** Share of the block that the section may take; in a small block more, up to what a short message with its end needs. */
const BLOCK_SHARE = 0.08
const MOST_SHARE = 0.5
const ENOUGH_TOKENS = 180
/** In fewer tokens the words of a task say nothing. */
const LEAST_TOKENS = 15
/** Characters of an older task, and of what a task ended with. */
const LINE_CHARS = 160
const SUMMARY_CHARS = 100

/**
 * The earlier tasks of this session. The last one has its own words, since the next message is often about it: `I was
 * wrong: the port has to be 8850`. Of the others one line each, the newest that fit.
 */
export const earlier: Section = {
  name: 'earlier',
  order: 14,
  begins: TITLE,
  share: 0,
  most: (block) => Math.max(block * BLOCK_SHARE, Math.min(block * MOST_SHARE, ENOUGH_TOKENS)),
  atStart: true,
  render({ earlier: tasks }, budgetTokens) {
    const last = tasks.at(-1)
    if (last === undefined) return ''
    const room = budgetTokens - estimateTokens(TITLE) - 12
    const forText = room - estimateTokens(lineOf('', last))
    if (forText < LEAST_TOKENS) return ''
    const text = fitText(last.text.trim(), forText)
    const kept = [lineOf(text, last)]
    let left = room - estimateTokens(kept[0] ?? '')
    for (const task of tasks.slice(0, -1).reverse()) {
      const line = lineOf(oneLine(task.text), task)
      left -= estimateTokens(line) + 1
      if (left < 0) break
      kept.unshift(line)
    }
    const more = tasks.length - kept.length
    return [TITLE, ...(more > 0 ? [`(${more} older ones are in the ledger)`] : []), ...kept].join(
      '\n',
    )
  },
}

function lineOf(text: string, { status, summary }: PromptInput['earlier'][number]): string {
  return `- ${text} -> ${status}: ${oneLine(summary, SUMMARY_CHARS)}`
}

function oneLine(text: string, chars = LINE_CHARS): string {
  return text.replace(/\s+/g, ' ').slice(0, chars)
}
