import type { NativeMessage } from './messages.js'
import type { Untruncated } from './request.js'
import type { TemplateProbe } from './template_probe.js'

/**
 * Writes calls into the text of their message where the model's template would drop one of the two, so that the model
 * sees what it wrote (docs/design/engines.md#ollama-calls, content and tool_calls together).
 * @param key  as for the probe
 * @returns    the same list where nothing gets lost
 */
export async function keepBoth(
  messages: NativeMessage[],
  probe: TemplateProbe,
  key: string,
  base: Untruncated,
): Promise<NativeMessage[]> {
  if (!messages.some(isMixed)) return messages
  const kept: NativeMessage[] = []
  // One after the other: Ollama answers each in milliseconds, and only new ones are requested.
  for (const message of messages) {
    const { tool_calls: calls, ...rest } = message
    // The proxy created the ids, and templates do not show them.
    const shown = isMixed(message) && calls?.map(({ function: made }) => ({ function: made }))
    const text = shown ? await probe.callText(key, base, shown) : null
    kept.push(text === null ? message : { ...rest, content: `${message.content}\n${text}` })
  }
  return kept
}

function isMixed({ content, tool_calls: calls }: NativeMessage): boolean {
  return content !== '' && calls !== undefined
}
