import {
  type ChatRequest,
  type Message,
  plausibleCount,
  type RecordedReply,
  type Usage,
} from '#core'
import { isObject, toJson } from '../json/parse_json.js'
import type { CloudReply } from './provider.js'

/** The common part of the request body of the two chat-completions providers; keys always in this order. */
export function chatBody(request: ChatRequest): Record<string, unknown> {
  return {
    model: request.model,
    messages: request.messages.map(chatMessage),
    // Several servers answer 400 to an empty list (row 262).
    ...(request.tools.length === 0 ? {} : { tools: request.tools }),
  }
}

function chatMessage(message: Message): object {
  if (message.tool_calls === undefined || message.content !== '') return message
  // With calls, the API expects null for an empty text.
  return { ...message, content: null }
}

/** Reads one whole chat completion: text, thinking if there is any, and calls verbatim; null when it is invalid. */
export function readChat(body: unknown): CloudReply | null {
  const choice: unknown = isObject(body) && Array.isArray(body.choices) ? body.choices[0] : null
  if (!isObject(choice) || !isObject(choice.message)) return null
  const { content, reasoning_content: reasoning, tool_calls: calls } = choice.message
  const raw: RecordedReply = {
    content: textOf(content),
    reasoning: textOf(reasoning),
    tool_calls: (Array.isArray(calls) ? calls : []).flatMap(readCall),
    finish_reason: typeof choice.finish_reason === 'string' ? choice.finish_reason : null,
  }
  return { raw, usage: isObject(body) ? readChatUsage(body.usage) : null }
}

function readCall(call: unknown): RecordedReply['tool_calls'] {
  if (!isObject(call) || !isObject(call.function)) return []
  const { name, arguments: given } = call.function
  const text = typeof given === 'string' ? given : toJson(given ?? {})
  const id = typeof call.id === 'string' && call.id !== '' ? { id: call.id } : {}
  return [{ ...id, name: textOf(name), arguments: text }]
}

function readChatUsage(usage: unknown): Usage | null {
  if (!isObject(usage)) return null
  const details = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {}
  return {
    promptTokens: plausibleCount(usage.prompt_tokens),
    completionTokens: plausibleCount(usage.completion_tokens),
    reusedPrefixTokens: plausibleCount(details.cached_tokens ?? usage.prompt_cache_hit_tokens),
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
