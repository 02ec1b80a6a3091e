import { AT_PROMPT } from './screens.mjs'

/** The two moves that most acts consist of. */
export function movesOf({ act, first }) {
  return {
    /** Types a line, presses Enter and waits for this. */
    enter: (what, text, pattern = AT_PROMPT, options = {}) =>
      act(
        what,
        async () => {
          await (options.terminal ?? first).enter(text)
          await (options.terminal ?? first).sees(pattern)
        },
        options,
      ),
    /** Presses keys and waits for this. */
    press: (what, keys, pattern = AT_PROMPT, options = {}) =>
      act(
        what,
        async () => {
          await (options.terminal ?? first).press(...keys)
          await (options.terminal ?? first).sees(pattern)
        },
        options,
      ),
  }
}
