import type { Message, Outcome, Reply, ToolCall } from '#core'
import { HARNESS } from './system.js'

/** An outcome with the ids that its evidence rows will have. */
export interface NumberedOutcome {
  outcome: Outcome
  ids: string[]
}

/**
 * The messages that a step adds to the tail. A reply that could not be read is not shown again (it would
 * teach the same mistake): a neutral line takes its place, so that user and assistant still alternate.
 */
export function stepMessages(
  reply: Reply,
  outcomes: readonly NumberedOutcome[],
  corrections: readonly string[],
): Message[] {
  const notes = corrections.map((text) => `${HARNESS} ${text}`).join('\n')
  if (reply.problem !== null) {
    if (notes === '') return []
    return [
      { role: 'assistant', content: '(a reply that could not be read)' },
      { role: 'user', content: notes },
    ]
  }
  const messages: Message[] = []
  if (outcomes.length === 0) {
    messages.push({ role: 'assistant', content: reply.text.trim() || '(no words)' })
    if (notes !== '') messages.push({ role: 'user', content: notes })
    return messages
  }
  messages.push({
    role: 'assistant',
    content: reply.text.trim(),
    tool_calls: reply.calls.map(wireCall),
  })
  outcomes.forEach(({ outcome, ids }, index) => {
    const label = ids.length > 0 ? `[${ids.join(' ')}] ` : ''
    // Corrections ride in the newest result: appended text costs no prefix.
    const note = index === outcomes.length - 1 && notes !== '' ? `\n${notes}` : ''
    messages.push({
      role: 'tool',
      tool_call_id: outcome.callId,
      content: `${label}${outcome.text}${note}`,
    })
  })
  return messages
}

/** A user's message at a step boundary. */
export function userMessage(text: string): Message {
  return { role: 'user', content: text }
}

function wireCall(call: ToolCall) {
  return {
    id: call.id,
    type: 'function' as const,
    function: { name: call.name, arguments: sortedJson(call.arguments) },
  }
}

/** JSON with keys in order at every depth: both of Ollama's renderers give the same bytes (ollama.md 2). */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
