import { type EvidenceDraft, summarise } from '#core'
import { type CommandResult, isTestCommand, judgeTestRun, type TestScope } from '#workspace'
import { firstLine } from './command_text.js'

/**
 * The evidence of a command: a test_result when it ran tests and was not interrupted, else a shell_output.
 * The payload is the stored output.
 * @param tests  the test command of the project; null when it is unknown
 * @param scope  how much of the tests the command runs
 */
export function commandEvidence(
  command: string,
  result: CommandResult,
  { tests, scope }: { tests: string | null; scope: TestScope },
): EvidenceDraft {
  const { exitCode, output, timedOut } = result
  if (!result.aborted && isTestCommand(command, tests)) {
    const verdict = judgeTestRun({ command, exitCode, output, timedOut }, tests)
    const part: { why: string } | Record<never, string> =
      scope.scope === 'part' ? { why: scope.why } : {}
    const partial =
      scope.scope === 'part' && verdict.passed === true ? ` [partial: ${scope.why}]` : ''
    return {
      subject: command,
      payload: Buffer.from(output),
      kind: 'test_result',
      summary: summarise(addToFirstLine(verdict.summary, partial)),
      facts: { command, passed: verdict.passed, exitCode, scope: scope.scope, ...part },
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
    facts: { command, exitCode },
  }
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
