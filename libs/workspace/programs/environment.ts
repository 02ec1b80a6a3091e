/** Environment variables, passed in by the app. */
export type Environment = Record<string, string | undefined>

/** Variables that a command must not see: our settings, and variables that make git or bash run other code. */
const REMOVED = [
  /^AIRCODER_(?!COMMAND$)/,
  /^GIT_(?!AUTHOR_|COMMITTER_)/,
  // Variables that load code into every program, or into every node.
  /^LD_|^DYLD_|^NODE_OPTIONS$/,
  /^BASH_ENV$|^ENV$|^BASH_FUNC_|^PROMPT_COMMAND$/,
  // A test runner started by a test run of ours would report to it instead of to its own output.
  /^NODE_TEST_CONTEXT$/,
]

/** Names of secrets: a command that a web page made the model run could send the value away. */
const SECRET =
  /(?:^|_)(?:TOKEN|API_?KEY|ACCESS_?KEY(?:_ID)?|PRIVATE_?KEY|KEY|SECRET|CREDENTIALS?|PAT|PWD_?HASH|PASS|AUTH)$|PASSWORD|PASSWD|PASSPHRASE|SECRET|(?:^|_)(?!OLD)[A-Z]+_PWD$/i

/** Pagers wait for a key, and colour codes make the text hard to read for the model. */
const PLAIN_OUTPUT = { PAGER: 'cat', GIT_PAGER: 'cat', TERM: 'dumb', NO_COLOR: '1' }

/** Inherited by every process of a command, also after setsid and double forks, so that all can be found. */
export const COMMAND_MARK = 'AIRCODER_COMMAND'

/**
 * The environment of a command: without secrets (docs/design/permissions.md#environment, shell families), without pagers and colours.
 * @param mark  appended to the mark of the command that runs this process, so that its end also ends ours
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
    ...utf8(env),
    ...PLAIN_OUTPUT,
    [COMMAND_MARK]: outer ? `${outer}:${mark}` : mark,
  }
}

/** Without a UTF-8 locale javac and others cannot open a path with letters that are not ASCII. */
function utf8({ LC_ALL, LC_CTYPE, LANG }: Environment): Record<string, string> {
  const locale = LC_ALL || LC_CTYPE || LANG || ''
  return LC_ALL || /utf-?8/i.test(locale) ? {} : { LC_CTYPE: 'C.UTF-8' }
}
