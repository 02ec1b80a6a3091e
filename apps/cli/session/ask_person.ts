import type { Answer, Question } from '#supervisor'
import { type Input, showControls } from '#terminal'
import { listFiles } from '../output/describe_restore.js'

const DIFF_LINES = 80

/** Asks the person through the session's input line. No answer means no. */
export async function askPerson(
  question: Question,
  input: Input,
  print: (text: string) => void,
  signal: AbortSignal,
): Promise<Answer> {
  if (question.kind === 'interrupted_command') {
    print(
      `This command was running when the program ended. It was not run again:\n  ${showControls(question.command)}\n`,
    )
    return readAnswer(input, 'run it again? y = run, n = skip, a = it completed: ', signal)
  }
  if (question.kind === 'egress') return askEgress(question, input, print, signal)
  const { files = [] } = question
  if (files.length > 0) print(`this turn changes ${showControls(listFiles(files))}\n`)
  if (question.diff !== null) print(`${cutDiff(showControls(question.diff))}\n`)
  print(`${showControls(question.describe)}\n  ${showControls(question.reason)}\n`)
  const always =
    question.remember === null ? '' : ` · a = always (${showControls(question.remember)})`
  return readAnswer(input, `allow? y = once · n [why] = no${always}: `, signal)
}

/** Shows everything that would leave this machine and asks for a y. The answer is not remembered. */
async function askEgress(
  question: Extract<Question, { kind: 'egress' }>,
  input: Input,
  print: (text: string) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const { provider, host, model, reason, bytes, text, sources, withheld, left } = question
  const lines = [
    `The local model is stuck: ${reason}. ${provider} (${model}) can be asked. This text would leave the machine:`,
    text,
    `── ${bytes} bytes to ${host}, from ${sources.join(', ') || 'the task only'}`,
    `   withheld: ${withheld.join('; ') || 'nothing'}`,
  ]
  print(`${showControls(lines.join('\n'))}\n`)
  return readAnswer(
    input,
    `send it? y = once (${left} left in this session) · n [why] = no: `,
    signal,
  )
}

async function readAnswer(input: Input, prompt: string, signal: AbortSignal): Promise<Answer> {
  for (;;) {
    const line = await input.ask(prompt, signal)
    if (line === null) return { decision: 'no', reason: 'the question was not answered' }
    const [, letter = '', reason = ''] =
      /^\s*([yna])(?:es|o|lways)?\b[\s,:]*(.*)$/i.exec(line) ?? []
    if (letter === '') continue
    if (letter.toLowerCase() === 'n') return { decision: 'no', ...(reason ? { reason } : {}) }
    return { decision: letter.toLowerCase() === 'a' ? 'always' : 'yes' }
  }
}

function cutDiff(diff: string): string {
  const lines = diff.split('\n')
  if (lines.length <= DIFF_LINES) return diff
  return [...lines.slice(0, DIFF_LINES), `… ${lines.length - DIFF_LINES} more lines`].join('\n')
}
