import { stripVTControlCharacters } from 'node:util'
import { LIMITS } from '#core'
import type { CommandResult } from '#workspace'
import { collapseRepeats } from './collapse_repeats.js'
import { cutResult, REOPEN } from './cut_result.js'

/** Errors and summaries sit at the end of what commands print. */
const HEAD_SHARE = 0.4

/**
 * What a command printed, for the model: without colours and overprinted progress, runs of like lines
 * collapsed, head and tail within the cap.
 */
export function showOutput(output: string, tokens: number): string {
  return cutResult(collapseRepeats(cleanOutput(output)), tokens, {
    more: REOPEN,
    headShare: HEAD_SHARE,
  })
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

/** The first line that says something. */
export function firstLine(output: string): string {
  const lines = cleanOutput(output).split('\n')
  return lines.find((line) => /\w/.test(line))?.trim() ?? ''
}

/** Text without colours, and of each overprinted line what came last. */
export function cleanOutput(output: string): string {
  const lines = stripVTControlCharacters(output).replaceAll('\r\n', '\n').trimEnd().split('\n')
  // A carriage return overprints the line: the terminal would show what came last.
  return lines.map((line) => line.split('\r').findLast((part) => part !== '') ?? '').join('\n')
}

/** What programs say when a name or a network cannot be reached. */
const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ENETUNREACH|could not resolve host|name resolution|network is unreachable|no such host|name or service not known|failed to lookup address|unknown host|dns error/i

/** What a person has to know of the sandbox to make sense of this end; for the model to pass on. */
export function sandboxNotes({ sandbox, exitCode, output }: CommandResult): string[] {
  if (sandbox === undefined) return []
  const cut = exitCode !== 0 && !sandbox.network && NO_NETWORK.test(output)
  return [
    ...(cut
      ? [
          'Commands have no network here. Only the person can allow it: --sandbox-network, or sandboxNetwork in the settings.',
        ]
      : []),
    ...(sandbox.masked
      ? []
      : ['Not every denied file could be hidden from this command: too many.']),
  ]
}
