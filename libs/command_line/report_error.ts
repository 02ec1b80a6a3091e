import {
  AircoderError,
  asSystemError,
  type EndedRun,
  ERRORS,
  jsonLine,
  RunEndedError,
  redact,
  showControls,
} from '#core'

/** Messages quote files and servers: their secrets and escape sequences must not reach the terminal. */
function safe(text: string): string {
  return showControls(redact(text))
}

/** An error and its hint as lines for a person. */
export interface ErrorLines {
  error: string
  /** '' where there is none. */
  hint: string
  /** Breaks a safe line for the width of the terminal; as it is without it. */
  inRows?: (line: string) => string
}

/** In English, as JSON has it. */
export function englishLines({ message, hint }: { message: string; hint: string }): ErrorLines {
  return { error: `error: ${message}`, hint: hint === '' ? '' : `hint: ${hint}` }
}

/**
 * Prints an error and its hint on standard error; where the words ask for JSON, also as one result on standard
 * output. Any other exception is a bug, which is printed with its stack.
 * @param words  the command line
 * @param run    the run that it ended; null: none had begun
 * @param lines  makes the lines for a person; in English without it
 * @returns      the exit code
 */
export function reportError(
  error: unknown,
  words: readonly string[],
  run: EndedRun | null = null,
  lines: (error: AircoderError) => ErrorLines = englishLines,
): number {
  if (error instanceof RunEndedError) return reportError(error.cause, words, error.run, lines)
  const coded = asSystemError(error) ?? error
  if (coded instanceof AircoderError) {
    const { code, exitCode, message } = coded
    const hint = namingTask(coded.hint, run)
    const row: { exit: number; subtype?: string } = ERRORS[code]
    const end = { code, exit: exitCode, text: safe(message), hint: safe(hint) }
    const said = lines(coded)
    const rows = said.inRows ?? ((line: string) => line)
    process.stderr.write(`${rows(safe(said.error))}\n`)
    if (wantsJson(words)) printResult({ subtype: row.subtype ?? 'failed', ...end }, run)
    else if (said.hint !== '') process.stderr.write(`${rows(safe(namingTask(said.hint, run)))}\n`)
    return exitCode
  }
  // A bug in aircoder: nothing was committed. A bug report needs the stack.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`internal error: ${safe(text)}\n`)
  const { exit } = ERRORS.INTERNAL
  const hint = namingTask(ERRORS.INTERNAL.hint, run)
  const message = error instanceof Error ? error.message : String(error)
  if (wantsJson(words))
    printResult({ subtype: 'failed', code: 'INTERNAL', exit, text: safe(message), hint }, run)
  return exit
}

/** Of several tasks the newest is resumed, so a hint names this one. */
function namingTask(hint: string, run: EndedRun | null): string {
  return run === null
    ? hint
    : hint.replace('`aircoder resume`', `\`aircoder resume ${run.taskId}\``)
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

interface FailedEnd {
  subtype: string
  code: string
  exit: number
  text: string
  hint: string
}

/** The fields of a run's result, of a run that did not begin or that an error ended (docs/errors.md). */
function printResult({ subtype, code, exit, text, hint }: FailedEnd, run: EndedRun | null): void {
  const { changes = [], usage } = run ?? {}
  const line = {
    type: 'result',
    subtype,
    task: run?.taskId ?? null,
    session: run?.sessionId ?? null,
    steps: run?.steps ?? 0,
    text,
    proven: false,
    grade: 'nothing checked',
    reason: text,
    changed_tests: [],
    cites: [],
    changes: changes.map(({ path, added, removed }) => ({ path, added, removed })),
    usage: {
      prompt_tokens: usage?.promptTokens ?? 0,
      completion_tokens: usage?.completionTokens ?? 0,
      reused_prefix_tokens: usage?.reusedPrefixTokens ?? 0,
    },
    duration_ms: Math.round(performance.now()),
    code,
    exit_code: exit,
    hint,
  }
  process.stdout.write(`${jsonLine(line)}\n`)
}
