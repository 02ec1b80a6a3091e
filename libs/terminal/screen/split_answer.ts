/** What Markdown begins a block with: behind a word of the program it would be read as text. */
const BLOCK = /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |```|~~~|>|\|)/
const LABEL = 'unproven: '
const NOTE = /\n(\([^\n]*\))$/

/**
 * Separates the words of the model in an answer from what the program adds around them, so that its label ends no
 * heading and its reason is no part of a list.
 * @returns `text` in Markdown; `note` is '' where the program adds none
 */
export function splitAnswer(answer: string): { text: string; note: string } {
  if (!answer.startsWith(LABEL)) return { text: answer, note: '' }
  const [, note = ''] = NOTE.exec(answer) ?? []
  const words = answer.slice(LABEL.length, note === '' ? undefined : -note.length - 1)
  const between = BLOCK.test(words) ? '\n\n' : ' '
  return { text: `${LABEL.trim()}${between}${words}`, note }
}
