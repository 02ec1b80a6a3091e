import { AircoderError, ERRORS, jsonLine, redact, showControls } from '#core'

/** Messages quote files and servers: their secrets and escape sequences must not reach the terminal. */
function safe(text: string): string {
  return showControls(redact(text))
}

/**
 * Prints an error and its hint on standard error; where the words ask for JSON, also as one result on standard
 * output. Any other exception is a bug, which is printed with its stack.
 * @param words  the command line
 * @returns      the exit code
 */
export function reportError(error: unknown, words: readonly string[]): number {
  if (error instanceof AircoderError) {
    const { code, exitCode, hint, message } = error
    process.stderr.write(`error: ${safe(message)}\n${hint === '' ? '' : `hint: ${safe(hint)}\n`}`)
    if (wantsJson(words))
      printResult({ code, exit: exitCode, text: safe(message), hint: safe(hint) })
    return exitCode
  }
  // A bug in aircoder: nothing was committed. A bug report needs the stack.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`internal error: ${safe(text)}\n`)
  const { exit, hint } = ERRORS.INTERNAL
  const message = error instanceof Error ? error.message : String(error)
  if (wantsJson(words)) printResult({ code: 'INTERNAL', exit, text: safe(message), hint })
  return exit
}

/** Whether a command line asks for JSON, also one that cannot be parsed. */
function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  const own = end === -1 ? words : words.slice(0, end)
  return own.some((word, at) => {
    if (word === '--json') return true
    const value =
      word === '--output-format' ? own[at + 1] : /^--output-format=(.*)$/s.exec(word)?.[1]
    return value === 'json' || value === 'stream-json'
  })
}

/** The fields of a run's result, of a run that did not begin (docs/errors.md). */
function printResult(given: { code: string; exit: number; text: string; hint: string }): void {
  const { code, exit, text, hint } = given
  const line = {
    type: 'result',
    subtype: 'failed',
    task: null,
    session: null,
    steps: 0,
    text,
    proven: false,
    cites: [],
    changes: [],
    usage: { prompt_tokens: 0, completion_tokens: 0, reused_prefix_tokens: 0 },
    duration_ms: Math.round(performance.now()),
    code,
    exit_code: exit,
    hint,
  }
  process.stdout.write(`${jsonLine(line)}\n`)
}
