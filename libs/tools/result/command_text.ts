import { stripVTControlCharacters } from 'node:util'
import { keepTelling, LIMITS } from '#core'
import type { CommandResult } from '#workspace'
import { collapseRepeats } from './collapse_repeats.js'
import { condenseOutput } from './condense_output.js'
import { cutResult, REOPEN } from './cut_result.js'

/** Errors and summaries are at the end of a command's output. */
const HEAD_SHARE = 0.4

/**
 * The output of a command for the model: without colours, overwritten lines and lines of progress, with similar lines
 * collapsed, head and tail within the cap. Of a failed command, the first failure comes first.
 */
export function showOutput(
  output: string,
  tokens: number,
  { command, failed = false }: { command: string; failed?: boolean },
): string {
  const text = collapseRepeats(condenseOutput(command, cleanOutput(output), REOPEN))
  const whole = cutResult(text, tokens, { more: REOPEN, headShare: HEAD_SHARE })
  if (whole === text || !failed) return whole
  return keepTelling(text, tokens, REOPEN) ?? whole
}

/** How a command ended, as the first line of its result. */
export function showEnd(result: CommandResult, timeoutMs: number): string {
  if (result.timedOut)
    return `timed out after ${timeoutMs} ms and was ended. Pass a larger timeout_ms (at most ${LIMITS.commandMaxMs}), or a command that ends by itself: no watch mode, no server, no prompt.`
  if (result.aborted) return 'interrupted and ended before it was done.'
  const end = result.signal === null ? `exit code ${result.exitCode}` : `ended by ${result.signal}`
  const started = result.exitCode === null && result.signal === null ? 'could not be started' : end
  return result.endedLeftovers ? `${started}; background processes it left were ended` : started
}

/** The first line with a letter or digit. */
export function firstLine(output: string): string {
  const lines = cleanOutput(output).split('\n')
  return lines.find((line) => /\w/.test(line))?.trim() ?? ''
}

/** Removes colours; keeps the last text of each overwritten line. */
export function cleanOutput(output: string): string {
  const lines = stripVTControlCharacters(output).replaceAll('\r\n', '\n').trimEnd().split('\n')
  // A carriage return overwrites the line, so a terminal shows the last part.
  return lines.map((line) => line.split('\r').findLast((part) => part !== '') ?? '').join('\n')
}

/** Error texts of programs without network or name resolution. */
const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ENETUNREACH|could not resolve host|name resolution|network is unreachable|no such host|name or service not known|failed to lookup address|unknown host|dns error/i

/** Notes on the sandbox that explain this result; for the model and the user. */
export function sandboxNotes({ sandbox, exitCode, output, outside = [] }: CommandResult): string[] {
  if (sandbox === undefined) return []
  const cut = exitCode !== 0 && !sandbox.network && NO_NETWORK.test(output)
  return [
    ...(cut
      ? [
          'Commands have no network access. Only the user can allow it: --sandbox-network, or sandboxNetwork in the settings.',
        ]
      : []),
    ...(sandbox.masked
      ? []
      : ['There are too many denied files. Some were not hidden from this command.']),
    ...outside,
  ]
}
