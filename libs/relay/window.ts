import { estimateTokens } from '#core'
import type { ChatBody } from './chat_body.js'
import { overflowRefusal } from './engine_fault.js'

/** An image's share of a prompt where the engine does not tell; replaced by the tile rule once images are read. */
const IMAGE_TOKENS = 768
/** Estimates are off by up to 10.5 % (core/tokens.ts): beyond this factor a prompt cannot fit. */
const SURE = 1.25

/** Estimates the tokens of a prompt: messages, tools, and a flat share for each image. */
export function estimatePrompt({ messages, tools }: ChatBody): number {
  let images = 0
  const text = JSON.stringify([tools ?? [], messages], (key, value) => {
    if (key !== 'image_url') return value
    images += 1
    return ''
  })
  return estimateTokens(text) + images * IMAGE_TOKENS
}

/**
 * Refuses what surely exceeds the window, before it costs anybody anything; the engine counts exactly
 * and refuses the rest.
 * @throws Refusal context_length_exceeded with the estimate and the window
 */
export function assertFits(promptTokens: number, windowTokens: number | null): void {
  if (windowTokens !== null && promptTokens > windowTokens * SURE)
    throw overflowRefusal(promptTokens, windowTokens)
}
