import { type HeldKeys, holdKeys } from '#terminal'
import { chooseForm } from './choose_form.js'

/** Holds back what is typed at this terminal until its input is open, in the form that the input will have. */
export function holdTyped(
  flags: { plain?: boolean | undefined },
  output: NodeJS.WriteStream,
): HeldKeys {
  const isRich = chooseForm(flags, process.env) === 'rich'
  return holdKeys({ input: process.stdin, output, isRich })
}
