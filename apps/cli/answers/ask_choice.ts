import {
  type AnswerChoices,
  type Input,
  readAnswer,
  type Say,
  sayEnglish,
  showControls,
} from '#terminal'

/** A question, with the words that answer it. */
export interface Choice<Key extends string> {
  prompt: string
  /** The prompt in a window of few rows. */
  short?: string
  choices: AnswerChoices<Key>
  /** Words that are no answer are kept for the prompt that follows: they may be a task. */
  keepsWords?: true
  /** What is asked about, in one line: printed above the question when it is asked again. */
  subject?: string | undefined
}

/** Where a question is asked. */
export interface Asker {
  input: Pick<Input, 'ask' | 'print' | 'type' | 'remember'>
  /** The texts of the interface; English when absent. */
  say?: Say
  /** The person typed `/exit` at the question. */
  leave(): void
}

export const YES_NO = {
  y: { words: ['yes', 'y'] },
  n: { words: ['no', 'n'] },
} as const satisfies AnswerChoices<string>

const QUOTED_CHARS = 40
/** So many words are a sentence that was begun before the question was seen. */
const SENTENCE = /\S\s+\S+\s+\S/

/**
 * Asks until there is an answer. `/help` and `/exit` work at every question.
 * @returns null: there is no answer, because of Ctrl+C, `/exit` or the end of the input
 */
export async function askChoice<Key extends string>(
  { prompt, short, choices, keepsWords, subject }: Choice<Key>,
  { input, leave, say = sayEnglish }: Asker,
  signal: AbortSignal,
): Promise<{ key: Key; reason: string } | null> {
  let kept = 0
  for (;;) {
    const line = await input.ask(prompt, signal, short)
    if (line === null) return null
    const read = readAnswer(line, choices)
    if (read.kind === 'answer') return read
    if (read.kind === 'command' && read.name === 'exit') {
      leave()
      return null
    }
    const isKept = keepsWords === true && read.kind === 'none' && /\S\s+\S/.test(line)
    const isRecalled = !isKept && read.kind === 'none' && SENTENCE.test(line)
    const recall = isRecalled ? input.remember : undefined
    recall?.(line.trim())
    const fate = isKept ? 'kept' : recall === undefined ? 'none' : 'recall'
    const shown = [replyTo(read, line, { choices, fate, say }), ...(subject ? [subject] : [])]
    input.print(`${shown.map(showControls).join('\n')}\n`)
    if (!isKept) continue
    input.type(kept === 0 ? line.trim() : ` ${line.trim()}`)
    kept += 1
  }
}

function replyTo(
  read: { kind: 'command'; name: string } | { kind: 'none' },
  line: string,
  {
    choices,
    fate,
    say,
  }: { choices: AnswerChoices<string>; fate: 'kept' | 'recall' | 'none'; say: Say },
): string {
  const way = answersOf(choices, say)
  if (read.kind === 'command')
    return read.name === 'help' ? way : say('answer.command', { name: read.name, way })
  const text = line.trim().replace(/\s+/g, ' ')
  if (text === '') return way
  const quoted = text.length <= QUOTED_CHARS ? text : `${text.slice(0, QUOTED_CHARS - 1)}…`
  return say(`answer.${fate}`, { text: quoted, way })
}

/** `Type y, n or a alone. A reason may follow n … /exit leaves.` */
function answersOf(choices: AnswerChoices<string>, say: Say): string {
  const names = Object.keys(choices)
  const [last = ''] = names.slice(-1)
  const keys = names.slice(0, -1).join(', ')
  const key = names.find((name) => choices[name]?.reason)
  return key === undefined
    ? say('answer.type', { keys, last })
    : say('answer.reason', { keys, last, key })
}
