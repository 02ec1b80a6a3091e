import {
  type ChatRequest,
  estimateTokens,
  LIMITS,
  type Message,
  reserveFor,
  type ToolSchema,
} from '#core'
import { withNewestPicture } from './pictures.js'
import { estimateMessages } from './text/estimate_messages.js'
import { markMessage } from './text/mark_message.js'
import { asTextMessages, type TextTools } from './text_tools.js'

/** How a window is divided; tokens. */
export interface Budget {
  windowTokens: number
  /** Maximum prompt size: the window minus output reserve and safety margin. A hard limit. */
  usableTokens: number
  reserveTokens: number
}

/** Divides a window of `windowTokens` tokens. */
export function budgetFor(windowTokens: number): Budget {
  const reserveTokens = reserveFor(windowTokens)
  const safety = Math.ceil(windowTokens * LIMITS.safetyShare)
  return { windowTokens, reserveTokens, usableTokens: windowTokens - reserveTokens - safety }
}

export interface Assembly {
  request: ChatRequest
  /** Estimate of the whole prompt, times the model's correction factor. */
  estimatedTokens: number
}

export interface AssembleInput {
  model: string
  head: readonly Message[]
  tail: readonly Message[]
  tools: readonly ToolSchema[]
  budget: Budget
  /** Correction of the estimate, from the token counts of the server. */
  factor: number
  temperature?: number | undefined
  topP?: number | undefined
  /** Maximum output to ask for; LIMITS.maxOutputTokens when absent. */
  maxOutputTokens?: number | undefined
  /** Set: the text teaches the tools, and the request carries none. */
  textTools?: TextTools | undefined
  thinking?: 'off' | undefined
  /** Returns a picture as a data URL; absent: the model cannot see pictures. */
  picture?: ((id: string) => string | null) | undefined
}

/** Joins head and tail: the bytes of the last request plus what is new. */
export function assembleRequest(input: AssembleInput): Assembly {
  const form = input.textTools
  const load = form === undefined ? input.picture : undefined
  const said = withNewestPicture([...input.head, ...input.tail], load).map(markMessage)
  const messages = form === undefined ? said : asTextMessages(said, input.tools, form)
  const tools = form === undefined ? [...input.tools] : []
  const rawTokens = estimateMessages(messages) + estimateTokens(JSON.stringify(tools))
  const estimatedTokens = Math.ceil(rawTokens * input.factor)
  const room =
    input.budget.windowTokens -
    estimatedTokens -
    Math.ceil(input.budget.windowTokens * LIMITS.safetyShare)
  const request: ChatRequest = {
    model: input.model,
    messages,
    tools,
    max_tokens: Math.max(256, Math.min(input.maxOutputTokens ?? LIMITS.maxOutputTokens, room)),
  }
  if (input.temperature !== undefined) request.temperature = input.temperature
  if (input.topP !== undefined) request.top_p = input.topP
  if (input.thinking !== undefined) request.thinking = input.thinking
  return { request, estimatedTokens }
}
