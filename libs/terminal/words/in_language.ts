import type { Event, TaskResult } from '#core'
import type { ChoiceList, Input } from '../input/input.js'
import type { Say } from './say.js'

/**
 * The same input for the texts of the program: what it prints and asks is put into the language. Words of the model and
 * output of commands go to the input itself.
 */
export function inLanguage(input: Input, say: Say): Input {
  if (say.language === 'en') return input
  return {
    ...input,
    next: input.next,
    print: (text) => input.print(say.lines(text)),
    ask: (prompt, signal, short) =>
      input.ask(say.lines(prompt), signal, short === undefined ? undefined : say.lines(short)),
    choose: (list, signal) => input.choose(listIn(list, say), signal),
  }
}

/** Titles and details are texts of the program, labels those of the person. A preview has ends as they are stored. */
function listIn({ title, items, ...rest }: ChoiceList, say: Say): ChoiceList {
  return {
    ...rest,
    title: say.lines(title),
    items: items.map(({ detail, preview, ...item }) => ({
      ...item,
      ...(preview !== undefined && { preview: async () => (await preview()).map(say.lines) }),
      ...(detail !== undefined && { detail: say.part(detail) }),
    })),
  }
}

/** The event with the texts of the program in the language. Its data stays as it is. */
export function eventIn(event: Event, say: Say): Event {
  if (say.language === 'en') return event
  switch (event.type) {
    case 'tool_call':
      return { ...event, describe: say.part(event.describe) }
    case 'permission':
      return { ...event, reason: say.part(event.reason) }
    case 'note':
    case 'waiting':
    case 'phase':
      return { ...event, text: say.part(event.text) }
    case 'tool_result':
      return event.brief === undefined ? event : { ...event, brief: say.part(event.brief) }
    default:
      return event
  }
}

/** The start of an answer that nothing proves. */
const UNPROVEN = 'unproven: '

/** The start of a line below it (libs/supervisor/loops/missing_permission.ts). */
const MISSING = 'A permission was missing: '

/** A clause in brackets, or a sentence. */
function inBrackets(line: string, say: Say): string {
  return line.startsWith('(') ? `(${say.part(line.slice(1, -1))})` : say.part(line)
}

/** A result whose text is the program's, in the language; an answer of the model stays as it is. */
export function resultIn(result: TaskResult, say: Say): TaskResult {
  const { subtype, text } = result
  if (say.language === 'en') return result
  if (text.startsWith(UNPROVEN)) {
    const lines = text.slice(UNPROVEN.length).split('\n')
    // Below the words of the model: why nothing proves them, and the permissions that were missing.
    const at = lines.findLastIndex((line) => !line.startsWith(MISSING)) + 1
    const isWhy = /^\(.*\)$/.test(lines[at - 1] ?? '')
    const from = isWhy && at > 1 ? at - 1 : at
    const behind = lines.slice(from).map((line) => `\n${inBrackets(line, say)}`)
    const words = lines.slice(0, from).join('\n')
    return { ...result, text: say('end.why', { reason: words }) + behind.join('') }
  }
  return subtype === 'resolved' ? result : { ...result, text: say.part(text) }
}
