import { type CountedParts, estimateMessages, fixedTokens } from '#context'
import { LIMITS, type ToolSchema } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'

/** What must have been appended between two counts: the growth of less says little. */
const LEAST_GROWTH = 300

/**
 * How many tokens the server counts for an estimated one, apart for system text and tools, and for the messages.
 * Schemas are full of marks and chat templates add text to them, so one ratio for both is right only for prompts of one
 * size: a rebuild, in which the tools are twice as large a part as before, took 3 % of a window of 4k more than
 * it counted. The growth of this prompt gives the ratio of messages; the rest of the newest count is the other part.
 * @returns null: too little was counted, or the counts are not of whole prompts
 */
export function countedParts(
  { generation, tail, task, session }: View,
  tools: readonly ToolSchema[],
  { ledger }: Pick<Deps, 'ledger'>,
): CountedParts | null {
  if (generation === null || tail.some(({ message }) => message.picture !== undefined)) return null
  const counts = ledger.promptCounts(task.id).filter(({ step, promptTokens, model }) => {
    // Another model has another tokenizer.
    return step > generation.step && promptTokens > 0 && model === session.model
  })
  const [first, last] = [counts[0], counts.at(-1)]
  if (first === undefined || last === undefined) return null
  const stepOf = (entry: View['tail'][number]) => (entry.taskId === task.id ? entry.step : 0)
  const sum = (entries: View['tail']) => estimateMessages(entries.map(({ message }) => message))
  const before = tail.filter((entry) => stepOf(entry) < last.step)
  const grown = sum(before.filter((entry) => stepOf(entry) >= first.step))
  if (grown < LEAST_GROWTH) return null
  const messages = (last.promptTokens - first.promptTokens) / grown
  const fixed = fixedTokens(tools)
  const said = estimateMessages(generation.head) + sum(before) - fixedTokens([])
  const rest = (last.promptTokens - said * messages) / fixed
  return isPlausible(messages) && isPlausible(rest) ? { messages, fixed: rest } : null
}

function isPlausible(ratio: number): boolean {
  return ratio >= LIMITS.tokenFactorLeast && ratio <= LIMITS.tokenFactorMost
}
