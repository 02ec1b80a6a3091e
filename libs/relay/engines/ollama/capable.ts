import type { ChatBody } from '../../chat/chat_body.js'
import { Refusal } from '../../refusals/refusal.js'
import type { ModelCard } from './models/catalog.js'

/**
 * Refuses, before it waits, a request that Ollama would refuse later. Images are checked where they are read, and
 * thinking that a model does not support is omitted (request.ts).
 * @throws Refusal invalid_request
 */
export function assertCapable({ name, capabilities }: ModelCard, body: ChatBody): void {
  // Without reported capabilities the request is sent.
  if (capabilities === null || capabilities.length === 0) return
  if (!capabilities.includes('completion'))
    throw new Refusal(
      'invalid_request',
      `The model ${name} does not support chat: it can ${capabilities.join(', ')}.`,
      { param: 'model' },
    )
  const offers = (body.tools?.length ?? 0) > 0 && body.tool_choice !== 'none'
  if (offers && !capabilities.includes('tools'))
    throw new Refusal(
      'invalid_request',
      `The template of ${name} has no tools: omit "tools", or use another model.`,
      { param: 'tools' },
    )
}
