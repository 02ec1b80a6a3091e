import { nameFirst } from '#core'
import type { Answer, Question } from '#supervisor'
import { type AnswerChoices, countChanges, type Say, sayEnglish, showControls } from '#terminal'
import { type Asker, askChoice } from './ask_choice.js'

const DIFF_LINES = 80

const ONCE = {
  y: { words: ['yes', 'y'] },
  n: { words: ['no', 'n'], reason: true },
} as const satisfies AnswerChoices<string>
const ALWAYS = { ...ONCE, a: { words: ['always', 'a'] } } as const
/** `a` means "always" at every other question. */
const AGAIN = { ...ONCE, d: { words: ['done', 'd'] } } as const

const DECISIONS = { y: 'yes', n: 'no', a: 'always', d: 'always' } as const

/** Where the gate asks, and how it shows a difference there. */
export interface PersonAsker extends Asker {
  /** As lines without it. */
  paintDiff?: ((diff: string) => string) | undefined
  /** Whether the row of the call, and its difference, are not all on the screen: then the call is printed. */
  isCut?: boolean | undefined
  /** Reasons of the mode that were shown: each is shown once. Always, when absent. */
  shown?: Set<string> | undefined
}

/** The reason that is the mode alone: it is the same for each call. */
const MODE_ALONE = /^Mode \w+ asks before [\w ]+\.$/

/** Asks the person through the one input line. */
export async function askPerson(
  question: Question,
  asker: PersonAsker,
  signal: AbortSignal,
): Promise<Answer> {
  const say = asker.say ?? sayEnglish
  const { text, prompt, short, choices, subject } = describe(question, say, asker)
  asker.input.print(text)
  const answer = await askChoice<keyof typeof DECISIONS>(
    { prompt, short, subject, choices: choices as typeof ALWAYS & typeof AGAIN },
    asker,
    signal,
  )
  if (answer === null) return { decision: 'no', unanswered: true }
  return {
    decision: DECISIONS[answer.key],
    ...(answer.reason === '' ? {} : { reason: answer.reason }),
  }
}

type Call = Extract<Question, { kind: 'permission' }>

interface Described {
  text: string
  prompt: string
  short: string
  /** In one line; absent where the line of the call is right above the question, and where all of the text is needed. */
  subject?: string
  choices: typeof ONCE | typeof ALWAYS | typeof AGAIN
}

function describe(
  question: Question,
  say: Say,
  asker: Pick<PersonAsker, 'paintDiff' | 'isCut' | 'shown'>,
): Described {
  if (question.kind === 'egress') return describeEgress(question)
  if (question.kind === 'interrupted_command')
    return {
      text: `${say('ask.interrupted')}\n  ${showControls(question.command)}\n`,
      prompt: say('ask.again'),
      short: say('ask.shortAgain'),
      subject: `  ${question.command}`,
      choices: AGAIN,
    }
  const { files = [], diff, remember, isShown = false } = question
  // The line of the call, which waits for the answer, and the painted difference name the file.
  const isNamed = asker.paintDiff !== undefined && diff !== null && question.files !== undefined
  const { isCut = false } = asker
  const isAbove = asker.paintDiff !== undefined && !isNamed && !isCut
  const parts = [
    ...(files.length > 0 ? [say('ask.changes', { files: showControls(namesOf(files, say)) })] : []),
    ...(diff === null ? [] : [(asker.paintDiff ?? ((all) => cutDiff(all, say)))(diff)]),
    ...(isShown || isNamed || isCut ? [] : [showControls(say.part(question.describe))]),
    ...(isKnown(question.reason, asker.shown)
      ? []
      : [`  ${showControls(say.part(question.reason))}`]),
    ...(isCut ? [showControls(callAndSize(question, say, isCut))] : []),
  ]
  return {
    ...(isAbove ? {} : { subject: callAndSize(question, say, isCut) }),
    text: parts.map((part) => `${part}\n`).join(''),
    prompt:
      remember === null
        ? say('ask.allow')
        : say('ask.always', { what: showControls(say.part(remember)) }),
    short: say(remember === null ? 'ask.short' : 'ask.shortAlways'),
    choices: remember === null ? ONCE : ALWAYS,
  }
}

/** The call, right above the answers. Where its difference has left a small window, its size is named. First, where the fewest rows break. */
function callAndSize({ describe, diff }: Call, say: Say, isCut: boolean): string {
  const size = diff === null || !isCut ? '' : countChanges(diff)
  return `› ${size && `${size} `}${say.part(describe)}`
}

/** Whether the reason was shown before. */
function isKnown(reason: string, shown: Set<string> | undefined): boolean {
  if (shown === undefined || !MODE_ALONE.test(reason)) return false
  const known = shown.has(reason)
  shown.add(reason)
  return known
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
    short: 'send it? y · n: ',
    choices: ONCE,
  }
}

function cutDiff(diff: string, say: Say): string {
  const lines = showControls(diff).split('\n')
  if (lines.length <= DIFF_LINES) return lines.join('\n')
  return [
    ...lines.slice(0, DIFF_LINES),
    say('ask.more', { count: lines.length - DIFF_LINES }),
  ].join('\n')
}

/** Files that are shown by name. */
const NAMED = 12

function namesOf(files: readonly string[], say: Say): string {
  const names = nameFirst(files, NAMED)
  return say(files.length === 1 ? 'files.one' : 'files.many', { count: files.length, names })
}
