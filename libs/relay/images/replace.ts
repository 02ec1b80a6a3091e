import type { ChatBody, ChatMessage } from '../chat/chat_body.js'
import type { Picture } from './convert.js'
import type { FoundImage } from './find.js'
import { type Fate, placeholder } from './select.js'

type Part = Extract<ChatMessage['content'], unknown[]>[number]

/**
 * Replaces the client's pictures by the converted ones, or by a placeholder. All other values of the body
 * are unchanged.
 */
export function replaceImages(
  body: ChatBody,
  found: readonly FoundImage[],
  fates: readonly Fate[],
  pictures: readonly (Picture | null)[],
): ChatBody {
  const messages: ChatMessage[] = [...body.messages]
  for (const [index, { message: at, part }] of found.entries()) {
    const message = messages[at]
    const fate = fates[index]
    if (message === undefined || fate === undefined || !Array.isArray(message.content)) continue
    const content: Part[] = [...message.content]
    content[part] = partOf(content[part], fate, pictures[index] ?? null)
    messages[at] = { ...message, content }
  }
  return { ...body, messages }
}

function partOf(old: Part | undefined, fate: Fate, picture: Picture | null): Part {
  if (fate.is !== 'shown' || picture === null) return { type: 'text', text: placeholder(fate) }
  const url = `data:${picture.type};base64,${picture.bytes.toString('base64')}`
  // Other shapes become this one, which every engine reads.
  if (old?.type !== 'image_url') return { type: 'image_url', image_url: { url } }
  return { ...old, image_url: { ...(old.image_url as object), url } }
}
