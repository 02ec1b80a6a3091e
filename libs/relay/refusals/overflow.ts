import { Refusal } from './refusal.js'

/** The refusal of a prompt that is larger than the window, with both numbers. */
export function overflowRefusal(promptTokens: number, windowTokens: number): Refusal {
  return new Refusal(
    'context_length_exceeded',
    `The prompt needs ${promptTokens} tokens, the window has ${windowTokens}.`,
    {
      param: 'messages',
      numbers: { prompt_tokens: promptTokens, context_window: windowTokens },
    },
  )
}
