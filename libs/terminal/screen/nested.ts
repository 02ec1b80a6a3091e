import type { Event } from '#core'
import type { StyleName } from '../rows/row.js'
import type { Calls } from './calls.js'

export interface NestedOptions {
  calls: Calls | null
  /** Prints a finished line. */
  line(text: string): void
  paint(text: string, style: StyleName): string
  /** Puts a text of the program into the language of the person. */
  inWords(text: string): string
}

const FAILURE_CHARS = 160

/**
 * Shows a run inside another one: its calls, indented by their depth. Its words are for the run that started it, which
 * reports them.
 * @returns shows one event
 */
export function createNested({
  calls,
  line,
  paint,
  inWords,
}: NestedOptions): (event: Event) => void {
  const denied = new Set<string>()
  return (event) => {
    const { depth = 1 } = event
    const indent = '  '.repeat(depth)
    if (event.type === 'tool_call') {
      if (calls === null) line(`${indent}${paint('›', 'action')} ${event.describe}`)
      else calls.begin(event.call.id, event.describe, depth)
    } else if (event.type === 'permission' && event.decision === 'deny') {
      denied.add(event.call.id)
      end(event.call.id, { ok: false, brief: inWords(`denied: ${event.reason}`) }, indent)
    } else if (event.type === 'tool_result' && !denied.delete(event.callId)) {
      const { ok, brief = '', shown, text } = event
      const why = (shown ?? text).split('\n', 1)[0]?.slice(0, FAILURE_CHARS) ?? ''
      end(event.callId, { ok, brief: brief === '' && !ok ? inWords(why) : brief }, indent)
    }
  }

  function end(id: string, outcome: { ok: boolean; brief: string }, indent: string): void {
    const ended = calls?.end(id, outcome) ?? null
    if (ended !== null) line(ended)
    else if (!outcome.ok) line(paint(`${indent}  ${outcome.brief}`, 'bad'))
  }
}
