import { typedWords } from '#core'
import { oneLine } from './one_line.js'

/** The message of a task as one line of at most 100 characters, safe to print. */
export function taskTitle(text: string): string {
  return oneLine(typedWords(text))
}
