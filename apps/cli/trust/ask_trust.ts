import { showControls } from '#terminal'
import { askChoice, YES_NO } from '../answers/ask_choice.js'
import { openQuestion } from '../answers/open_question.js'
import { sayEarly } from '../language/say_for.js'
import { describeEntries, type TrustState } from './describe_trust.js'
import { printSentence } from './print_sentence.js'
import { writeTrusted } from './trust_file.js'

/** `left`: the person closed the input instead of answering. */
export type TrustAnswer = 'yes' | 'no' | 'left'

/** Shows all entries and asks. A y is stored for exactly these bytes. */
export async function askTrust(project: TrustState): Promise<TrustAnswer> {
  const say = await sayEarly()
  printSentence(say.lines(`${project.cwd}/.aircoder has entries that do more than restrict:`))
  // An entry is shown exactly: no space of it may fall to the end of a row.
  for (const line of describeEntries(project)) print(`  ${line}`)
  const input = openQuestion(process.env, say)
  const prompt = 'trust this folder until it changes? y = yes · n = no: '
  const asker = { input, say, leave: () => {} }
  try {
    const question = { prompt, choices: YES_NO }
    const answer = await askChoice(question, asker, new AbortController().signal)
    if (answer === null) return 'left'
    if (answer.key === 'n') return 'no'
    const { trustFile, cwd, survey } = project
    writeTrusted(trustFile, cwd, survey.hash, [...survey.notes.values()])
    return 'yes'
  } finally {
    input.close()
  }
}

function print(line: string): void {
  process.stdout.write(`${showControls(line)}\n`)
}
