import type { ChatContent, ChatMessage } from '../../chat/chat_body.js'
import { Refusal } from '../../refusals/refusal.js'

/** A message in the form that chat templates read. */
export interface TemplateMessage {
  role: string
  content: string
  reasoning_content?: string
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: unknown } }[]
  tool_call_id?: string
  name?: string
}

/**
 * Prepares a conversation for a template: text parts joined, arguments as objects.
 * @param knowsToolCalls  false: the template would drop calls silently, so they become text
 * @throws Refusal invalid_request for a part that is not text
 */
export function templateMessages(
  messages: readonly ChatMessage[],
  knowsToolCalls: boolean,
): TemplateMessage[] {
  const names = new Map<string, string>()
  return messages.map((message, index) => {
    const content = textOf(message.content ?? '', `messages.${index}`)
    if (message.role === 'tool') {
      const name = names.get(message.tool_call_id)
      const result = { role: 'tool', content, tool_call_id: message.tool_call_id }
      return name === undefined ? result : { ...result, name }
    }
    if (message.role !== 'assistant') return { role: message.role, content }

    const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => {
      names.set(id, name)
      return { id, type: 'function' as const, function: { name, arguments: argumentsOf(text) } }
    })
    const answer: TemplateMessage = { role: 'assistant', content }
    if (message.reasoning_content) answer.reasoning_content = message.reasoning_content
    if (calls.length === 0) return answer
    if (knowsToolCalls) return { ...answer, tool_calls: calls }
    const texts = calls.map((call) => `<tool_call>\n${JSON.stringify(call.function)}\n</tool_call>`)
    return { ...answer, content: [content, ...texts].filter(Boolean).join('\n') }
  })
}

function textOf(content: ChatContent, path: string): string {
  if (typeof content === 'string') return content
  return content
    .map((part, index) => {
      // The text of a part of another type is never checked, so the type alone is not enough.
      if (part.type === 'text' && typeof part.text === 'string') return part.text
      const at = `${path}.content.${index}`
      throw new Refusal('invalid_request', `${at}: this engine supports text, not ${part.type}`, {
        param: at,
      })
    })
    .join('\n')
}

/** Templates write arguments as JSON themselves; invalid JSON remains a string. */
function argumentsOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : text
  } catch {
    return text
  }
}
