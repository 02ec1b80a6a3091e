import type { ChatMessage } from '../chat/chat_body.js'
import { Refusal } from '../refusals/refusal.js'

/** The level of detail that a client asks for, as OpenAI names it. */
export type Detail = 'low' | 'auto' | 'high'

/** A picture in a conversation. */
export interface FoundImage {
  message: number
  part: number
  /** For refusals: `messages.3.content.1`. */
  at: string
  url: string
  detail: Detail
}

type Part = Record<string, unknown>

/** Where each shape of part keeps its picture: OpenAI's chat and responses, and Anthropic's. */
const PLACES: Record<string, (part: Part) => unknown> = {
  image_url: urlIn,
  input_image: urlIn,
  image: ({ source }) => {
    if (!isObject(source) || source.type !== 'base64') return null
    return `data:${String(source.media_type)};base64,${String(source.data)}`
  },
}

/**
 * Lists the pictures of a conversation in order.
 * @throws Refusal invalid_image for an unsupported shape, invalid_request for another part that names an address:
 *         the engine must not fetch for the client what the proxy does not fetch
 */
export function findImages(messages: readonly ChatMessage[]): FoundImage[] {
  const found: FoundImage[] = []
  for (const [message, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue
    for (const [index, part] of content.entries()) {
      if (part.type === 'text') continue
      const at = `messages.${message}.content.${index}`
      const place = Object.hasOwn(PLACES, part.type) ? PLACES[part.type] : undefined
      if (place === undefined) refuseForeign(part, at)
      else
        found.push({ message, part: index, at, url: readUrl(place(part), at), ...detailOf(part) })
    }
  }
  return found
}

function urlIn({ image_url }: Part): unknown {
  return isObject(image_url) ? image_url.url : image_url
}

function readUrl(url: unknown, param: string): string {
  if (typeof url === 'string') return url
  throw new Refusal(
    'invalid_image',
    `${param}: send an image as {"type":"image_url","image_url":{"url":"data:image/png;base64,…"}}.`,
    { param },
  )
}

function refuseForeign(part: Part, param: string): void {
  const type = String(part.type)
  if (/image/i.test(type)) readUrl(null, param)
  const named = part[type]
  const url = isObject(named) ? named.url : named
  if (!/_url$/i.test(type) || (typeof url === 'string' && /^data:/i.test(url))) return
  throw new Refusal(
    'invalid_request',
    `${param}: neither this proxy nor its engine fetches an address; send a data URL.`,
    { param },
  )
}

function detailOf(part: Part): { detail: Detail } {
  const said = isObject(part.image_url) ? part.image_url.detail : part.detail
  return { detail: said === 'low' || said === 'high' ? said : 'auto' }
}

function isObject(value: unknown): value is Part {
  return typeof value === 'object' && value !== null
}
