import { type EvidenceDraft, summarise } from '#core'
import { type CommandResult, isTestCommand, judgeTestRun, type TestScope } from '#workspace'
import { firstLine } from './command_text.js'

/** What is known about the tests of a command. */
interface Judged {
  /** The test command of the project; null when it is unknown. */
  tests: string | null
  /** How much of the tests the command runs. */
  scope: TestScope
  /** Why the output does not show that the tests ran to their end; null: nothing speaks against it. */
  unfinished?: string | null
}

/**
 * The evidence of a command: a test_result when it ran tests and was not interrupted, else a shell_output.
 * The payload is the stored output.
 */
export function commandEvidence(
  command: string,
  result: CommandResult,
  { tests, scope, unfinished = null }: Judged,
): EvidenceDraft {
  const { exitCode, output, timedOut } = result
  if (!result.aborted && isTestCommand(command, tests)) {
    const verdict = judgeTestRun({ command, exitCode, output, timedOut, unfinished }, tests)
    const why = scope.scope === 'part' ? scope.why : unfinished
    const more = {
      ...(why === null ? {} : { why }),
      ...(verdict.tests === null ? {} : { tests: verdict.tests }),
      ...(verdict.passed === false && verdict.failing.length > 0
        ? { failing: verdict.failing }
        : {}),
      ...outsideOf(result),
    }
    const partial =
      scope.scope === 'part' && verdict.passed === true ? ` [partial: ${scope.why}]` : ''
    return {
      subject: command,
      payload: Buffer.from(output),
      kind: 'test_result',
      summary: summarise(addToFirstLine(verdict.summary, partial)),
      facts: { command, passed: verdict.passed, exitCode, scope: scope.scope, ...more },
    }
  }
  return plainEvidence(command, result)
}

/** The evidence of a command that nothing was judged of: its end and its output. */
export function plainEvidence(command: string, result: CommandResult): EvidenceDraft {
  const { exitCode, output } = result
  const said = firstLine(output)
  return {
    kind: 'shell_output',
    subject: command,
    summary: summarise(said ? `${endWords(result)}: ${said}` : endWords(result)),
    payload: Buffer.from(output),
    facts: { command, exitCode, ...outsideOf(result) },
  }
}

/** That files outside of the folder were written, as the user allowed. */
function outsideOf({ outside = [] }: CommandResult): { outside?: true } {
  return outside.some((line) => line.startsWith('Written outside')) ? { outside: true } : {}
}

function addToFirstLine(text: string, more: string): string {
  const [first = '', ...rest] = text.split('\n')
  return [`${first}${more}`, ...rest].join('\n')
}

function endWords({ exitCode, signal, timedOut, aborted }: CommandResult): string {
  if (timedOut) return 'timed out'
  if (aborted) return 'interrupted'
  return exitCode === null ? `ended by ${signal ?? 'a failed start'}` : `exit code ${exitCode}`
}
