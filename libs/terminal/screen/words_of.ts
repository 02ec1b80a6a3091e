/** The words of the model in an answer, without what the program adds around them. */
export function wordsOf(answer: string): string {
  return answer.replace(/^(?:unproven|not done, [^:\n]*): /, '').replace(/\n\([^\n]*\)$/, '')
}
