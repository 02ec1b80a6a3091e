import type { Form } from '#terminal'

/** Whether a terminal reads no escape sequence. */
export function isDumb({ TERM }: NodeJS.ProcessEnv): boolean {
  return TERM === undefined || TERM === '' || TERM === 'dumb'
}

/** The form of the input at a terminal: rich where it can show it, and `--plain` is not given. */
export function chooseForm(
  { plain }: { plain?: boolean | undefined },
  env: NodeJS.ProcessEnv,
): Form {
  return plain || isDumb(env) ? 'plain' : 'rich'
}
