import type { Problem, RecordedReply } from '#core'
import { excerptOf } from '../text/excerpt.js'
import { createThinkSplitter, type HiddenWords, splitThinking } from '../thinking/split_thinking.js'
import type { Loop } from './detect_repetition.js'

/** Why we end a stream before the model does. */
export type Stop =
  | { kind: 'thinking'; budgetTokens: number; thought: string }
  | { kind: 'loop'; field: 'content' | 'reasoning' | 'arguments'; loop: Loop }

/** What of a stopped reply is kept, and the problem that says why no more came. */
export interface Stopped {
  text: string
  reasoning: string
  problem: Problem
}

/** Reads a reply that we ended: nothing of it is run, what it said until then is kept. */
export function readStopped(raw: RecordedReply, stop: Stop, hiddenWords: HiddenWords): Stopped {
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
      message: describeLoop(loop, partOf(raw, stop, hiddenWords)),
      excerpt: excerptOf(loop.excerpt),
    },
  }
}

function stopThinking({ budgetTokens, thought }: Extract<Stop, { kind: 'thinking' }>) {
  return {
    reasoning: thought,
    problem: {
      code: 'thinking_budget' as const,
      message: `Thinking was ended at its budget of ${budgetTokens} tokens; what was thought so far is kept.`,
    },
  }
}

/** In which part of the reply the loop is, in words: a content may hold thinking and calls, too. */
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

function describeLoop({ at, period, times, counting }: Loop, part: string): string {
  const what = counting
    ? `the same ${period} characters again and again with nothing but a counter changed`
    : `the same ${period} characters at least ${times} times`
  return `The reply went round in circles: its ${part} held ${what}, so it was ended after ${at} characters. Nothing of it was run. If so regular a text is meant, let a short program write it; else do something different.`
}
