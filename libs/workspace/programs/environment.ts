/** The variables of this process, or of another, as the app hands them in. */
export type Environment = Record<string, string | undefined>

/** Names that a command must not see: our settings, and what makes git or bash do other people's bidding. */
const REMOVED = [
  /^AIRCODER_(?!COMMAND$)/,
  /^GIT_(?!AUTHOR_|COMMITTER_)/,
  // What loads code of others into every program, or into every node.
  /^LD_|^DYLD_|^NODE_OPTIONS$/,
  /^BASH_ENV$|^ENV$|^BASH_FUNC_|^PROMPT_COMMAND$/,
  // A test runner started by a test run of ours would report to it instead of to its own output.
  /^NODE_TEST_CONTEXT$/,
]

/** Names that speak of a secret: a command that a page talked the model into could send it away. */
const SECRET =
  /(^|_)(TOKEN|API_?KEY|ACCESS_?KEY(_ID)?|PRIVATE_?KEY|KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i

/** Pagers and colours wait for a person or hide the text from the model. */
const CALM = { PAGER: 'cat', GIT_PAGER: 'cat', TERM: 'dumb', NO_COLOR: '1' }

/** Carried by every process of a command, through setsid and double forks: the way to find them all. */
export const COMMAND_MARK = 'AIRCODER_COMMAND'

/**
 * The environment of a command: without secrets (safety.md 5, shell families), with calm output.
 * @param mark  appended to the mark of a command that we run in ourselves, so that ours ends with it
 */
export function commandEnvironment(env: Environment, mark: string): Record<string, string> {
  const secrets = new Set([env.AIRCODER_TOKEN].filter(Boolean))
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !secrets.has(entry[1]) &&
      !SECRET.test(entry[0]) &&
      !REMOVED.some((shape) => shape.test(entry[0])),
  )
  const outer = env[COMMAND_MARK]
  return {
    ...Object.fromEntries(kept),
    ...CALM,
    [COMMAND_MARK]: outer ? `${outer}:${mark}` : mark,
  }
}
