import { chooseColors, type Input, inLanguage, openInput, type Say } from '#terminal'
import { chooseForm, isDumb } from './choose_form.js'

/** Opens the input for one question of a command, in the form of a session. */
export function openQuestion(env: NodeJS.ProcessEnv, say: Say): Input {
  const { stdin, stdout } = process
  const input = openInput({
    input: stdin,
    output: stdout,
    terminal: true,
    isDumb: isDumb(env),
    form: chooseForm({}, env),
    inWords: say.part,
    color: chooseColors(env, stdout.isTTY === true, false) > 0,
  })
  // No answer: the command does nothing.
  input.onInterrupt(() => input.close())
  input.onEscape(() => input.close())
  return inLanguage(input, say)
}
