import {
  countNoun,
  LIMITS,
  type Message,
  type Outcome,
  type Reply,
  type ToolCall,
  wordsBeforeCall,
} from '#core'
import { pictureMessage } from './pictures.js'
import { HARNESS } from './system.js'
import { fitText } from './text/fit.js'

/** An outcome with the ids that its evidence rows will have. */
export interface NumberedOutcome {
  outcome: Outcome
  ids: string[]
}

/**
 * The messages that a step adds to the tail. A call whose value has a wrong type stays, with its error as the
 * result. Calls of which none could be run otherwise are replaced by one note (row 44). A reply that could not be read is not shown again (it would teach the same mistake). A neutral line replaces it, so that user and assistant still alternate. The
 * model does see a thought that was ended, and the text before a loop.
 * @param thoughtTokens  maximum size of an ended thought in the prompt
 */
export function stepMessages(
  reply: Reply,
  outcomes: readonly NumberedOutcome[],
  corrections: readonly string[],
  thoughtTokens: number = LIMITS.thinkingTokens,
): Message[] {
  const notes = corrections.map((text) => `${HARNESS} ${text}`).join('\n')
  const refused = reply.problem?.refused
  if (reply.problem !== null && refused !== undefined && outcomes.length === 0 && notes !== '')
    return [
      { role: 'assistant', content: reply.text.trim(), tool_calls: [wireCall(refused)] },
      { role: 'tool', tool_call_id: refused.id, content: notes },
    ]
  if (reply.problem !== null && outcomes.length === 0) {
    if (notes === '') return []
    return [
      { role: 'assistant', content: insteadOf(reply, thoughtTokens) },
      { role: 'user', content: notes },
    ]
  }
  const results = outcomes.map(({ outcome }) => outcome)
  if (areInvalid(reply, results))
    return [
      { role: 'assistant', content: reply.text.trim() || '(calls that could not be run)' },
      { role: 'user', content: [invalidNote(results), notes].filter(Boolean).join('\n') },
    ]
  const messages: Message[] = []
  if (outcomes.length === 0) {
    messages.push({ role: 'assistant', content: reply.text.trim() || '(empty reply)' })
    if (notes !== '') messages.push({ role: 'user', content: notes })
    return messages
  }
  const ended = notes === '' ? undefined : refused
  messages.push({
    role: 'assistant',
    content: reply.text.trim(),
    tool_calls: [...reply.calls, ...(ended === undefined ? [] : [ended])].map(wireCall),
  })
  outcomes.forEach(({ outcome, ids }, index) => {
    const label = ids.length > 0 ? `[${ids.join(' ')}] ` : ''
    // Corrections are appended to the newest result: that keeps the prefix.
    const isLast = index === outcomes.length - 1 && ended === undefined
    const note = isLast && notes !== '' ? `\n${notes}` : ''
    messages.push({
      role: 'tool',
      tool_call_id: outcome.callId,
      content: `${label}${outcome.text}${note}`,
    })
  })
  if (ended !== undefined) messages.push({ role: 'tool', tool_call_id: ended.id, content: notes })
  for (const { outcome, ids } of outcomes)
    for (const [index, { facts, subject }] of outcome.evidence.entries())
      if (facts.picture === true) messages.push(pictureMessage(ids[index] ?? '', subject))
  return messages
}

/** Whether no call of a reply could be run: no such tool, or arguments that are missing or have other names. */
export function areInvalid({ problem }: Reply, outcomes: readonly Outcome[]): boolean {
  return problem === null && outcomes.length > 0 && outcomes.every(({ mark }) => mark === 'invalid')
}

/** Different errors that one note repeats. */
const MOST_ERRORS = 3

/** One note in place of the calls. Shown again, they would teach the same mistake. */
function invalidNote(outcomes: readonly Outcome[]): string {
  const errors = [...new Set(outcomes.map(({ text }) => text))]
  const which = outcomes.length === 1 ? 'The call' : `The ${outcomes.length} calls`
  const more = errors.length - MOST_ERRORS
  return [
    `${HARNESS} ${which} of your last reply did not run.`,
    ...errors.slice(0, MOST_ERRORS),
    ...(more > 0 ? [`(${countNoun(more, 'more error')})`] : []),
  ].join('\n')
}

/**
 * Plain text without think tags, and a complete message: templates drop tagged thoughts of earlier turns,
 * and servers differ in how they handle an assistant message at the end.
 */
function insteadOf({ problem, text, reasoning }: Reply, thoughtTokens: number): string {
  if (problem?.code === 'thinking_budget' && reasoning.trim() !== '')
    return `My thoughts so far:\n${fitText(reasoning.trim(), thoughtTokens)}`
  if ((problem?.code === 'repetition' || problem?.code === 'too_long') && text.trim() !== '')
    return fitText(text.trim(), thoughtTokens)
  const words = problem?.code === 'parser_error' ? wordsBeforeCall(text) : ''
  return words !== '' ? fitText(words, thoughtTokens) : '(a reply that could not be read)'
}

/** A message of the user, added at the end of a step. */
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

/** JSON with keys in order at every depth: both of Ollama's renderers give the same bytes (docs/design/engines.md#ollama-messages). */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
