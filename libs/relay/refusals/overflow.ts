import { Refusal } from './refusal.js'

/**
 * The refusal of a prompt that is larger than the window, with both numbers.
 * @param atLeast  true: the number is a lower bound, because a part of the prompt is not counted yet
 */
export function overflowRefusal(
  promptTokens: number,
  windowTokens: number,
  atLeast = false,
): Refusal {
  const needs = atLeast ? `at least ${promptTokens}` : String(promptTokens)
  return new Refusal(
    'context_length_exceeded',
    `The prompt needs ${needs} tokens, the window has ${windowTokens}.`,
    {
      param: 'messages',
      numbers: { prompt_tokens: promptTokens, context_window: windowTokens },
    },
  )
}
