import type { ChatBody, ChatContent } from './chat_body.js'

/**
 * Marks by which templates of the common families tell who speaks: ChatML and Llama 3, DeepSeek, Gemma,
 * Mistral and Llama 2. In a text they become control tokens all the same (ollama.md 2, template tokens).
 */
const MARKS =
  /<\|[a-z_][a-z0-9_]{1,40}\|>|<｜[^｜<>]{1,40}｜>|<(?:start|end)_of_turn>|\[\/?INST\]|<<\/?SYS>>/i

/**
 * Tells whether a text that nobody vouches for (what people paste, what tools return) holds a template's
 * marks. Nothing is changed: a repository about language models must stay readable.
 */
export function hasTemplateTokens({ messages }: ChatBody): boolean {
  return messages.some(
    (message) =>
      (message.role === 'user' || message.role === 'tool') &&
      textsOf(message.content).some((text) => MARKS.test(text)),
  )
}

function textsOf(content: ChatContent): string[] {
  if (typeof content === 'string') return [content]
  return content.flatMap((part) => (typeof part.text === 'string' ? [part.text] : []))
}
