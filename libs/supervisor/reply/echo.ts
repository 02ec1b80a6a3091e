import { HARNESS_MARK } from '#context'
import type { Message, Reply } from '#core'

/** A shorter text may be an answer that happens to be in a message. */
const LEAST_CHARS = 40
/** A copy with few words of the model's own says nothing either. */
const MOST_TIMES = 1.3

/**
 * A small model may copy a message of the program in the place of an answer. Such a reply is a problem, and its text
 * is dropped: in the history it would be copied again.
 * @param messages  the request that the reply answers
 */
export function refuseEcho(reply: Reply, messages: readonly Message[]): Reply {
  const said = plain(reply.text)
  if (reply.calls.length > 0 || reply.problem !== null || said.length < LEAST_CHARS) return reply
  if (!messages.some((message) => isCopy(said, plain(noteOf(message))))) return reply
  const message = 'The reply only repeated a message of the program.'
  return { ...reply, text: '', problem: { code: 'repetition', message } }
}

function isCopy(said: string, note: string): boolean {
  if (note.includes(said)) return true
  return (
    note.length >= LEAST_CHARS && said.includes(note) && said.length <= note.length * MOST_TIMES
  )
}

/** What the program wrote to the model in a message: all from its mark on. */
function noteOf({ role, content }: Message): string {
  const at = role === 'system' || role === 'assistant' ? -1 : content.indexOf(HARNESS_MARK)
  return at === -1 ? '' : content.slice(at)
}

function plain(text: string): string {
  return text.replaceAll(HARNESS_MARK, ' ').toLowerCase().replace(/\s+/g, ' ').trim()
}
