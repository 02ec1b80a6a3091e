import { estimateTokens, figure, LIMITS, type Message } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { windowOf } from './window.js'

/** The mark of `fitText` (libs/context/text/fit.ts). */
const OMITTED = /\n… (\d+) characters omitted …\n/

/** How many characters of the task's text its stored prompt lacks; 0: the model gets all of it. */
export function omittedOfTask({ generation, tail, task }: View): number {
  if (generation === null) return 0
  return omittedOf(task, { head: generation.head, tail: tail.map(({ message }) => message) })
}

/** The same for a prompt that is not stored. */
export function omittedOf(
  task: Pick<View['task'], 'text'>,
  { head, tail }: { head: readonly Message[]; tail: readonly Message[] },
): number {
  const texts = [...head, ...tail].map(({ content }) => content)
  if (texts.some((text) => text.includes(task.text))) return 0
  const marks = texts.map((text) => Number(OMITTED.exec(text)?.[1] ?? 0))
  return Math.min(task.text.length, Math.max(0, ...marks))
}

/** The two numbers, as a person reads them. */
export function describeOmitted(omitted: number, { task }: View): string {
  return `${figure(omitted)} of the ${figure(task.text.length)} characters of your text`
}

/**
 * Why a new task is refused whose text alone is above the window with every tokenizer: nothing reads such a text further,
 * because it may have millions of characters.
 * @returns null: it may fit
 */
export function refuseHuge(view: View, deps: Pick<Deps, 'endpoint'>): string | null {
  const { task, session } = view
  if (task.step > 0 || view.pending !== null) return null
  const window = windowOf(view, deps)
  const tokens = estimateTokens(task.text)
  if (tokens * LIMITS.tokenFactorLeast <= window) return null
  const needed = figure(Math.ceil(tokens * session.tokenFactor))
  return `your text is too long for the window of ${figure(window)} tokens: its ${figure(task.text.length)} characters need about ${needed} tokens. Nothing was sent`
}
