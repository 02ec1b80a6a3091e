import type { Json } from '#core'
import type { ChatContent, ChatMessage } from '../../chat/chat_body.js'
import { Refusal } from '../../refusals/refusal.js'

/** A message of `/api/chat`. */
export interface NativeMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  thinking?: string
  /** Bare base64. */
  images?: string[]
  tool_calls?: NativeCall[]
  tool_name?: string
  tool_call_id?: string
}

export interface NativeCall {
  id?: string
  function: { index: number; name: string; arguments: Record<string, Json> }
}

/**
 * Translates a conversation: text parts joined, data URLs as bare base64, arguments as objects, and the results of
 * parallel calls in the order of their calls.
 * @throws Refusal invalid_request or invalid_image for content that Ollama would drop or fail on
 */
export function nativeMessages(messages: ChatMessage[]): NativeMessage[] {
  const out: NativeMessage[] = []
  /** Calls of the last assistant message, by id. */
  let calls = new Map<string, { name: string; order: number }>()
  let results: { message: NativeMessage; order: number }[] = []

  const flush = () => {
    results.sort((a, b) => a.order - b.order)
    out.push(...results.map(({ message }) => message))
    results = []
  }

  messages.forEach((message, index) => {
    const path = `messages.${index}`
    if (message.role === 'tool') {
      const call = calls.get(message.tool_call_id)
      const result: NativeMessage = {
        role: 'tool',
        ...contentOf(message.content, path),
        tool_call_id: message.tool_call_id,
      }
      if (call !== undefined) result.tool_name = call.name
      results.push({ message: result, order: call?.order ?? results.length })
      return
    }
    flush()
    if (message.role !== 'assistant') {
      out.push({ role: message.role, ...contentOf(message.content, path) })
      return
    }
    const made = message.tool_calls ?? []
    calls = new Map(made.map((call, order) => [call.id, { name: call.function.name, order }]))
    const native: NativeMessage = { role: 'assistant', ...contentOf(message.content ?? '', path) }
    if (message.reasoning_content) native.thinking = message.reasoning_content
    if (made.length > 0)
      native.tool_calls = made.map((call, order) => ({
        id: call.id,
        function: {
          index: order,
          name: call.function.name,
          arguments: argumentsOf(call.function.arguments),
        },
      }))
    out.push(native)
  })
  flush()
  return out
}

function contentOf(content: ChatContent, path: string): { content: string; images?: string[] } {
  if (typeof content === 'string') return { content }
  const texts: string[] = []
  const images: string[] = []
  content.forEach((part, index) => {
    const at = `${path}.content.${index}`
    // These fields of a part of another type are never checked, so the type alone is not enough.
    if (part.type === 'text' && typeof part.text === 'string') texts.push(part.text)
    else if (part.type === 'image_url') images.push(base64Of(part.image_url, at))
    else
      throw new Refusal(
        'invalid_request',
        `${at}: this engine supports text and images, not ${part.type}`,
        {
          param: at,
        },
      )
  })
  // Joined: a template inside the GGUF would write a turn for each part (docs/design/engines.md#ollama-messages).
  const text = texts.join('\n')
  return images.length === 0 ? { content: text } : { content: text, images }
}

function base64Of(image: unknown, at: string): string {
  const url = (image as { url: string }).url
  const data = /^data:image\/[\w.+-]+;base64,/.exec(url)?.[0]
  if (data === undefined)
    throw new Refusal(
      'invalid_image',
      `${at}: an image must be a data URL in base64; this proxy fetches nothing`,
      { param: at },
    )
  return url.slice(data.length)
}

/** Ollama requires an object: anything else is wrapped, so that a model's invalid call stays in its history. */
function argumentsOf(text: string): Record<string, Json> {
  try {
    const value = JSON.parse(text) as Json
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return sortKeys(value) as Record<string, Json>
  } catch {
    // Invalid JSON is wrapped below.
  }
  return { arguments: text }
}

// One template path sorts keys and another keeps their order: sorted here, both give the same bytes.
function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}
