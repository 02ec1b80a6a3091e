import { estimateTokens } from '#core'
import { overflowRefusal } from '../refusals/overflow.js'
import type { ChatBody } from './chat_body.js'

/** Estimates are off by up to 10.5 % (core/tokens.ts): beyond this factor a prompt cannot fit. */
const SURE = 1.25
/**
 * Long texts are estimated from so many slices of so many characters, evenly apart: on 100 kB of code and prose
 * at most 3.4 % off the estimate of the whole, in a sixth of its time, which is the event loop's.
 */
const SLICES = 16
const SLICE_CHARS = 1_024

/** Estimates the tokens of a prompt: messages and tools as text, and what the pictures are said to cost. */
export function estimatePrompt(body: ChatBody, imageTokens: number): number {
  const text = JSON.stringify(
    [body.tools ?? [], body.messages],
    mayShow(body) ? withoutImages : undefined,
  )
  return estimateText(text) + imageTokens
}

/** Estimates the tokens of one text, long ones by slices. */
export function estimateText(text: string): number {
  if (text.length <= SLICES * SLICE_CHARS) return estimateTokens(text)
  const stride = (text.length - SLICE_CHARS) / (SLICES - 1)
  let tokens = 0
  for (let slice = 0; slice < SLICES; slice += 1) {
    const start = Math.round(slice * stride)
    tokens += estimateTokens(text.slice(start, start + SLICE_CHARS))
  }
  return Math.round((tokens * text.length) / (SLICES * SLICE_CHARS))
}

/** Only a message in parts can hold a picture. */
function mayShow({ messages }: ChatBody): boolean {
  return messages.some(({ content }) => Array.isArray(content))
}

// Both places where base64 may stand; see images/find.ts.
function withoutImages(key: string, value: unknown): unknown {
  if (key === 'image_url') return ''
  if (key === 'source' && (value as { type?: unknown } | null)?.type === 'base64') return ''
  return value
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
