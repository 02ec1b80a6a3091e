import { randomBytes } from 'node:crypto'
import type { EngineUsage } from './engine.js'

/** The part of a choice that one chunk adds. */
export interface Delta {
  role?: 'assistant'
  content?: string
  reasoning_content?: string
  tool_calls?: CallDelta[]
}

export interface CallDelta {
  index: number
  id?: string
  type?: 'function'
  function: { name?: string; arguments: string }
}

/** Writes the chunks of one answer as SSE events in OpenAI's shape. */
export interface ChunkWriter {
  delta(delta: Delta, logprobs?: unknown): Buffer
  finish(reason: string): Buffer
  /** The chunk that stream_options.include_usage asks for. */
  usage(usage: EngineUsage, cachedTokens: number | null): Buffer
  done(): Buffer
}

/** @param created  seconds since 1970 */
export function createChunkWriter(model: string, id: string, created: number): ChunkWriter {
  const head = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created, model }
  const event = (rest: object) => Buffer.from(`data: ${JSON.stringify({ ...head, ...rest })}\n\n`)
  return {
    delta: (delta, logprobs) =>
      event({
        choices: [
          {
            index: 0,
            delta,
            finish_reason: null,
            ...(logprobs === undefined ? {} : { logprobs: { content: logprobs } }),
          },
        ],
      }),
    finish: (reason) => event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
    usage: ({ promptTokens, completionTokens }, cachedTokens) =>
      event({
        choices: [],
        usage: {
          prompt_tokens: promptTokens,
          completion_tokens: completionTokens,
          total_tokens: promptTokens + completionTokens,
          ...(cachedTokens === null
            ? {}
            : { prompt_tokens_details: { cached_tokens: cachedTokens } }),
        },
      }),
    done: () => Buffer.from('data: [DONE]\n\n'),
  }
}

/** A unique id for a tool call: engines reuse theirs in each answer. */
export function makeCallId(): string {
  return `call_${randomBytes(12).toString('hex')}`
}
