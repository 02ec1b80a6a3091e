import { summarise } from '#core'
import type { BackgroundRead } from '#workspace'
import type { ToolResult } from '../declare/tool.js'
import { firstLine, showOutput } from './command_text.js'

/** Left free for the lines above the output. */
const FRAME_TOKENS = 120

/** What a look at a background command tells the model, and the row that it leaves. */
export function backgroundResult(
  { id, command, output, end }: BackgroundRead,
  resultTokens: number,
): ToolResult {
  const by = end?.signal ?? null
  const ended = by === null ? `exit code ${end?.exitCode}` : `ended by ${by}`
  const state = end === null ? 'running' : ended
  const how = `read_output shows what is new, stop_command ends it, both with id ${id}.`
  const said = firstLine(output)
  return {
    ok: end === null || end.exitCode === 0 || by !== null,
    text: [
      `${id} ${state}: ${command.slice(0, 200)}`,
      ...(end === null ? [how] : []),
      showOutput(output, resultTokens - FRAME_TOKENS) || '(nothing new)',
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

/** An id that no background command has. */
export function unknownCommand(id: string, ids: readonly string[]): string {
  const known = ids.length === 0 ? 'None was started in this run' : `There are ${ids.join(', ')}`
  return `There is no background command ${id}. ${known}; run_command with background: true starts one.`
}
