/** What a question accepts: each key with its words, and whether a reason may follow it. */
export type AnswerChoices<Key extends string> = Record<
  Key,
  { words: readonly string[]; reason?: boolean }
>

export type AnswerRead<Key extends string> =
  | { kind: 'answer'; key: Key; reason: string }
  /** `/help` or `/exit`, which work at every question; any other command has to wait. */
  | { kind: 'command'; name: string }
  | { kind: 'none' }

/**
 * Reads the line that was typed at a question. An answer is one word alone, in any case. Where a reason may
 * follow, it comes after a comma, a colon or a space. Everything else is no answer: an answer may start a
 * command or change a file, so it is never guessed.
 */
export function readAnswer<Key extends string>(
  line: string,
  choices: AnswerChoices<Key>,
): AnswerRead<Key> {
  const text = line.trim()
  if (text.startsWith('/')) return { kind: 'command', name: text.slice(1).split(/\s/)[0] ?? '' }
  const keys = Object.keys(choices) as Key[]
  for (const key of keys) {
    const { words, reason = false } = choices[key]
    for (const word of words) {
      if (text.slice(0, word.length).toLowerCase() !== word) continue
      const rest = text.slice(word.length)
      if (rest === '') return { kind: 'answer', key, reason: '' }
      if (reason && /^[\s,:]/.test(rest))
        return { kind: 'answer', key, reason: rest.replace(/^[\s,:]+/, '') }
    }
  }
  return { kind: 'none' }
}

/** A line that answers a question, although none is open. */
export function isLoneAnswer(line: string): boolean {
  return /^\s*(?:y|n|a|yes|no|always)\s*$/i.test(line)
}
