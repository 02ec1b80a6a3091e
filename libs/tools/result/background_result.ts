import { summarise } from '#core'
import type { BackgroundRead } from '#workspace'
import type { ToolResult } from '../declare/tool.js'
import { firstLine, showOutput } from './command_text.js'

/** Tokens for the lines above the output. */
const FRAME_TOKENS = 120

/** The result of a read of a background command, and its evidence. */
export function backgroundResult(
  { id, command, output, end }: BackgroundRead,
  resultTokens: number,
): ToolResult {
  const by = end?.signal ?? null
  const ended = by === null ? `exit code ${end?.exitCode}` : `ended by ${by}`
  const state = end === null ? 'running' : ended
  const how = `Call read_output with id ${id} for new output. Call stop_command with id ${id} to end it.`
  const said = firstLine(output)
  const failed = end !== null && end.exitCode !== 0 && by === null
  return {
    ok: end === null || end.exitCode === 0 || by !== null,
    inBackground: end === null,
    text: [
      `${id} ${state}: ${command.slice(0, 200)}`,
      ...(end === null ? [how] : []),
      showOutput(output, resultTokens - FRAME_TOKENS, { command, failed }) || '(no new output)',
    ].join('\n'),
    evidence: [
      {
        kind: 'shell_output',
        subject: command,
        summary: summarise(`${id} in the background, ${state}${said && `: ${said}`}`),
        payload: Buffer.from(output),
        facts: { command, exitCode: end?.exitCode ?? null, background: id },
      },
    ],
  }
}

/** The result of a command that the person moved to the background while it ran, with its output so far. */
export function movedResult(read: Omit<BackgroundRead, 'end'>, resultTokens: number): ToolResult {
  const { text, ...result } = backgroundResult({ ...read, end: null }, resultTokens)
  const [first, ...rest] = text.split('\n')
  const said = 'The user moved this command to the background. It was not stopped.'
  return { ...result, text: [first, said, ...rest].join('\n') }
}

/** The message for an unknown id. */
export function unknownCommand(id: string, ids: readonly string[]): string {
  const known = ids.length === 0 ? 'None was started in this run' : `Known ids: ${ids.join(', ')}`
  return `There is no background command ${id}. ${known}. Call run_command with background: true to start one.`
}
