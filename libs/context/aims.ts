import { keptNames, namesIn } from './facts/find_facts.js'
import type { TailItem } from './input/section.js'

/** Newest calls whose arguments say what the work is about. */
const CALLS = 4
const ARGUMENT_CHARS = 2_000

/**
 * The words that tell a needed line from others: names of the task, and of what the newest calls searched and
 * edited. Calls are read by their arguments only, whatever their tool is.
 */
export function aimsOf(task: string, tail: readonly TailItem[]): Set<string> {
  const calls = tail.flatMap(({ message }) => message.tool_calls ?? []).slice(-CALLS)
  const given = calls.map((call) => call.function.arguments.slice(0, ARGUMENT_CHARS))
  return new Set([...keptNames(task), ...namesIn(given.join('\n'))])
}
