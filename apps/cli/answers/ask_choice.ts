import { type AnswerChoices, type Input, readAnswer, showControls } from '#terminal'

/** A question, with the words that answer it. */
export interface Choice<Key extends string> {
  prompt: string
  choices: AnswerChoices<Key>
  /** Words that are no answer are kept for the prompt that follows: they may be a task. */
  keepsWords?: true
}

/** Where a question is asked. */
export interface Asker {
  input: Pick<Input, 'ask' | 'print' | 'type'>
  /** The person typed `/exit` at the question. */
  leave(): void
}

export const YES_NO = {
  y: { words: ['yes', 'y'] },
  n: { words: ['no', 'n'] },
} as const satisfies AnswerChoices<string>

const QUOTED_CHARS = 40

/**
 * Asks until there is an answer. `/help` and `/exit` work at every question.
 * @returns null: there is no answer, because of Ctrl+C, `/exit` or the end of the input
 */
export async function askChoice<Key extends string>(
  { prompt, choices, keepsWords }: Choice<Key>,
  { input, leave }: Asker,
  signal: AbortSignal,
): Promise<{ key: Key; reason: string } | null> {
  let kept = 0
  for (;;) {
    const line = await input.ask(prompt, signal)
    if (line === null) return null
    const read = readAnswer(line, choices)
    if (read.kind === 'answer') return read
    if (read.kind === 'command' && read.name === 'exit') {
      leave()
      return null
    }
    const isKept = keepsWords === true && read.kind === 'none' && /\S\s+\S/.test(line)
    input.print(`${showControls(replyTo(read, line, { choices, isKept }))}\n`)
    if (!isKept) continue
    input.type(kept === 0 ? line.trim() : ` ${line.trim()}`)
    kept += 1
  }
}

function replyTo(
  read: { kind: 'command'; name: string } | { kind: 'none' },
  line: string,
  { choices, isKept }: { choices: AnswerChoices<string>; isKept: boolean },
): string {
  if (read.kind === 'command')
    return read.name === 'help'
      ? answersOf(choices)
      : `/${read.name} has to wait until the question is answered. ${answersOf(choices)}`
  const text = line.trim().replace(/\s+/g, ' ')
  if (text === '') return answersOf(choices)
  const quoted = text.length <= QUOTED_CHARS ? text : `${text.slice(0, QUOTED_CHARS - 1)}…`
  const kept = isKept ? ' It is kept for the prompt.' : ''
  return `"${quoted}" is no answer.${kept} ${answersOf(choices)}`
}

/** `Type y, n or a alone. n may have a reason: n, because … /exit leaves.` */
function answersOf(choices: AnswerChoices<string>): string {
  const keys = Object.keys(choices)
  const last = keys.at(-1)
  const list = `${keys.slice(0, -1).join(', ')} or ${last}`
  const reasoned = keys.filter((key) => choices[key]?.reason)
  const reason = reasoned.map((key) => ` A reason may follow ${key}: "${key}, use the other file".`)
  return `Type ${list} alone.${reason.join('')} Ctrl+C stops, /exit leaves.`
}
