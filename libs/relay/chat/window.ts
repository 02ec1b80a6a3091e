import { estimateTokens } from '#core'
import { overflowRefusal } from '../refusals/overflow.js'
import type { ChatBody } from './chat_body.js'

/** Estimates are off by up to 10.5 % (core/text/tokens.ts): beyond this factor a prompt cannot fit. */
const SURE = 1.25
/**
 * Long texts are estimated from evenly spaced slices. On 100 kB of code and prose the result differs by at most
 * 3.4 % from the estimate of the whole text and takes a sixth of its time on the event loop.
 */
const SLICES = 16
const SLICE_CHARS = 1_024

/** Estimates the tokens of a prompt: messages and tools as text, plus the given tokens of its images. */
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

/** Only a message in parts can contain an image. */
function mayShow({ messages }: ChatBody): boolean {
  return messages.some(({ content }) => Array.isArray(content))
}

// The two fields that may contain base64; see images/find.ts.
function withoutImages(key: string, value: unknown): unknown {
  if (key === 'image_url') return ''
  if (key === 'source' && (value as { type?: unknown } | null)?.type === 'base64') return ''
  return value
}

/**
 * Refuses a prompt that certainly exceeds the window, before it takes a slot; the engine counts exactly
 * and refuses the rest.
 * @param atLeast  true: images are not counted yet
 * @throws Refusal context_length_exceeded with the estimate and the window
 */
export function assertFits(
  promptTokens: number,
  windowTokens: number | null,
  atLeast = false,
): void {
  if (windowTokens !== null && promptTokens > windowTokens * SURE)
    throw overflowRefusal(promptTokens, windowTokens, atLeast)
}
