import { figure, type Problem, type RecordedReply } from '#core'
import type { Bound } from '../reading/bound.js'
import { excerptOf } from '../text/excerpt.js'
import { createThinkSplitter, type HiddenWords, splitThinking } from '../thinking/split_thinking.js'
import type { Loop } from './detect_repetition.js'

/** Why the client stops a stream before the model ends it. */
export type Stop =
  | { kind: 'thinking'; budgetTokens: number; thought: string }
  | {
      kind: 'loop'
      field: 'content' | 'reasoning' | 'arguments'
      loop: Loop
      /** The token limit ended the reply first. */
      isCut?: true
    }
  /** A bound was passed. */
  | { kind: 'long'; what: Bound }

/** The text that is kept of a stopped reply, and the problem that says why it was stopped. */
export interface Stopped {
  text: string
  reasoning: string
  problem: Problem
}

/** Reads a reply that the client stopped: no call is run, its text and thinking are kept. */
export function readStopped(
  raw: RecordedReply,
  stop: Exclude<Stop, { kind: 'long' }>,
  hiddenWords: HiddenWords,
): Stopped {
  if (stop.kind === 'thinking') return { ...stopThinking(stop), text: '' }
  const { field, loop } = stop
  const said = field === 'content' ? raw.content.slice(0, loop.keep) : raw.content
  const thought = field === 'reasoning' ? raw.reasoning.slice(0, loop.keep) : raw.reasoning
  const split = splitThinking(said, hiddenWords)
  return {
    text: split.text.trimEnd(),
    reasoning: [thought, split.reasoning].filter(Boolean).join('\n'),
    problem: {
      code: 'repetition',
      message: describeLoop(loop, {
        part: partOf(raw, stop, hiddenWords),
        isCut: stop.isCut === true,
      }),
      excerpt: excerptOf(loop.excerpt),
    },
  }
}

function stopThinking({ budgetTokens, thought }: Extract<Stop, { kind: 'thinking' }>) {
  return {
    reasoning: thought,
    problem: {
      code: 'thinking_budget' as const,
      message: `Thinking was stopped at its budget of ${figure(budgetTokens)} tokens. The thinking so far is kept.`,
    },
  }
}

/** The part of the reply that repeats; the content may include thinking and calls. */
function partOf(
  raw: RecordedReply,
  stop: Extract<Stop, { kind: 'loop' }>,
  hiddenWords: HiddenWords,
): string {
  if (stop.field === 'arguments') return 'arguments of a call'
  if (stop.field === 'reasoning') return 'thinking'
  const splitter = createThinkSplitter(hiddenWords)
  splitter.push(raw.content.slice(0, stop.loop.at))
  const place = splitter.place()
  return place === 'thinking' ? 'thinking' : place === 'hidden' ? 'text of a call' : 'text'
}

function describeLoop(
  { at, period, times, counting }: Loop,
  { part, isCut }: { part: string; isCut: boolean },
): string {
  const what = counting
    ? `the same ${period} characters many times, with only a counter changed`
    : `the same ${period} characters at least ${times} times`
  return `The reply repeated itself: its ${part} had ${what}. ${isCut ? `The token limit ended it after ${at} characters` : `It was stopped after ${at} characters`}. No call was run.`
}
