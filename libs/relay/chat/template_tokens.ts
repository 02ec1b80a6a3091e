import { hasSpeakerTokens } from '#core'
import type { ChatBody, ChatContent } from './chat_body.js'

/**
 * true: an untrusted text (a user's or a tool's message) contains marks of a chat template. Nothing is
 * changed: a repository about language models must stay readable.
 */
export function hasTemplateTokens({ messages }: ChatBody): boolean {
  return messages.some(
    (message) =>
      (message.role === 'user' || message.role === 'tool') &&
      textsOf(message.content).some(hasSpeakerTokens),
  )
}

function textsOf(content: ChatContent): string[] {
  if (typeof content === 'string') return [content]
  return content.flatMap((part) => (typeof part.text === 'string' ? [part.text] : []))
}
