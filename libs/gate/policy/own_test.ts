import type { ShellState } from '#workspace'
import type { GatedTool } from './tool.js'
import type { CommandReport, GateRequest, Verdict } from './verdict.js'

/** The test command that the person's settings, or those of a trusted folder, name. */
export interface OwnTest {
  command: string
  /** Whether the settings that name it are still as they were trusted; always, when absent. Reads the disk. */
  holds?(): boolean
}

interface Asked {
  tool: GatedTool
  command: CommandReport | null
  /** Where the last command of the session ended; the root when undefined. */
  shell: ShellState | undefined
}

/**
 * Whether a call runs exactly the test command of the settings, byte for byte, in the folder that the settings are
 * for and without variables that an earlier command left (docs/design/permissions.md#test-command).
 */
export function isOwnTest(own: OwnTest | undefined, { tool, command, shell }: Asked): boolean {
  if (own === undefined || command === null || command.text !== own.command.trim()) return false
  // What another program does with a text is unknown; a tool that first writes a file does more than run.
  if (tool.foreign === true || tool.writesFirst !== undefined) return false
  const isBare = command.at === undefined && Object.keys(shell?.variables ?? {}).length === 0
  return isBare && (own.holds?.() ?? true)
}

/** The person wrote these very words as the project's test, so they need no second answer. */
export function ownTestRule({ ownTest, accesses, hosts }: GateRequest): Verdict | null {
  if (ownTest !== true || accesses.length > 0 || hosts.length > 0) return null
  return {
    decision: 'allow',
    rule: 'test-command',
    reason: 'It is exactly the test command of your settings.',
  }
}
