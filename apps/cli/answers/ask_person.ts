import { countNoun } from '#core'
import type { Answer, Question } from '#supervisor'
import { type AnswerChoices, showControls } from '#terminal'
import { listFiles } from '../output/describe_restore.js'
import { type Asker, askChoice } from './ask_choice.js'

const DIFF_LINES = 80

const ONCE = {
  y: { words: ['yes', 'y'] },
  n: { words: ['no', 'n'], reason: true },
} as const satisfies AnswerChoices<string>
const ALWAYS = { ...ONCE, a: { words: ['always', 'a'] } } as const

const DECISIONS = { y: 'yes', n: 'no', a: 'always' } as const

/** Asks the person through the one input line. */
export async function askPerson(
  question: Question,
  asker: Asker,
  signal: AbortSignal,
): Promise<Answer> {
  const { text, prompt, choices } = describe(question)
  asker.input.print(text)
  const answer = await askChoice<keyof typeof DECISIONS>(
    { prompt, choices: choices as typeof ALWAYS },
    asker,
    signal,
  )
  if (answer === null) return { decision: 'no', unanswered: true }
  return {
    decision: DECISIONS[answer.key],
    ...(answer.reason === '' ? {} : { reason: answer.reason }),
  }
}

interface Described {
  text: string
  prompt: string
  choices: typeof ONCE | typeof ALWAYS
}

function describe(question: Question): Described {
  if (question.kind === 'egress') return describeEgress(question)
  if (question.kind === 'interrupted_command')
    return {
      text: `This command was running when the program ended. It was not run again:\n  ${showControls(question.command)}\n`,
      prompt: 'run it again? y = run, n = skip, a = it completed: ',
      choices: ALWAYS,
    }
  const { files = [], diff, remember, isShown = false } = question
  const parts = [
    ...(files.length > 0 ? [`this turn changes ${showControls(listFiles(files))}`] : []),
    ...(diff === null ? [] : [cutDiff(showControls(diff))]),
    ...(isShown ? [] : [showControls(question.describe)]),
    `  ${showControls(question.reason)}\n`,
  ]
  const always = remember === null ? '' : ` · a = always (${showControls(remember)})`
  return {
    text: parts.join('\n'),
    prompt: `allow? y = once · n [why] = no${always}: `,
    choices: remember === null ? ONCE : ALWAYS,
  }
}

/** Shows everything that would leave this machine and asks for a y. The answer is not remembered. */
function describeEgress(question: Extract<Question, { kind: 'egress' }>): Described {
  const { provider, host, model, reason, bytes, text, sources, withheld, left } = question
  const lines = [
    `The local model is stuck: ${reason}. ${provider} (${model}) can be asked. This text would leave the machine:`,
    text,
    `── ${bytes} bytes to ${host}, from ${sources.join(', ') || 'the task only'}`,
    `   withheld: ${withheld.join('; ') || 'nothing'}`,
  ]
  return {
    text: `${showControls(lines.join('\n'))}\n`,
    prompt: `send it? y = once (${left} left in this session) · n [why] = no: `,
    choices: ONCE,
  }
}

function cutDiff(diff: string): string {
  const lines = diff.split('\n')
  if (lines.length <= DIFF_LINES) return diff
  return [
    ...lines.slice(0, DIFF_LINES),
    `… ${countNoun(lines.length - DIFF_LINES, 'more line')}`,
  ].join('\n')
}
