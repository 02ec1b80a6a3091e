import type { Problem } from '../types/chat.js'

/**
 * What was wrong with a reply, for the person. The message of a call that could not be read is written for the
 * model: behind its first sentence it says what to send and repeats the schema.
 *
 * @returns one sentence for a call that could not be read, else the whole message
 */
export function problemLine({ code, message }: Pick<Problem, 'code' | 'message'>): string {
  return code === 'parser_error' ? (/^.*?\.(?=\s|$)/s.exec(message)?.[0] ?? message) : message
}

/** What a call begins with in the forms that models write: JSON, a tag, a fence, a line `Action: …`. */
const CALL =
  /[{<[]|```|^[^\S\n\r\u2028\u2029]*(?:action|tool|function|call)\b[^\n\r\u2028\u2029]*:/im

/** The sentences of a reply before its call: what a model said is true also where its call could not be read. */
export function wordsBeforeCall(text: string): string {
  const at = text.search(CALL)
  const before = at === -1 ? text : text.slice(0, at)
  return /^.*[.!?。！？](?=\s|$)/su.exec(before)?.[0].trim() ?? ''
}
