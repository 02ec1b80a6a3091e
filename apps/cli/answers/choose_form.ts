import type { Form } from '#terminal'

/** The form of the input at a terminal: rich where it can show it, and `--plain` is not given. */
export function chooseForm(
  { plain }: { plain?: boolean | undefined },
  { TERM }: NodeJS.ProcessEnv,
): Form {
  return plain || TERM === undefined || TERM === '' || TERM === 'dumb' ? 'plain' : 'rich'
}
