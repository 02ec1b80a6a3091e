import { sayEarly } from '../language/say_for.js'
import { askChoice, YES_NO } from './ask_choice.js'
import { openQuestion } from './open_question.js'

/**
 * Asks for a y before an action that a command was called for. No answer means no.
 * @param action  one or two words, e.g. `undo`
 */
export async function confirm(action: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    process.stderr.write(`There is no terminal for the question: pass --yes to ${action}.\n`)
    return false
  }
  const say = await sayEarly()
  const input = openQuestion(process.env, say)
  try {
    const question = { prompt: `${action}? y = yes · n = no: `, choices: YES_NO }
    const asker = { input, say, leave: () => {} }
    const answer = await askChoice(question, asker, new AbortController().signal)
    return answer?.key === 'y'
  } finally {
    input.close()
  }
}
