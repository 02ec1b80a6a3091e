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
