import { nameFirst } from '#core'
import { type CommandResult, SHELL_START, type ShellState, type Workspace } from '#workspace'

const MOST_NAMED = 5

/** What lasts of a command for the next one, and what the model has to know about it. */
export interface ShellAfter {
  state: ShellState
  lines: string[]
}

/**
 * What the next command of the session starts with. A command that timed out or could not start resets it; one
 * that reported nothing leaves it as it was.
 */
export function shellAfter(
  before: ShellState,
  result: CommandResult,
  workspace: Pick<Workspace, 'nextShell' | 'root'>,
): ShellAfter {
  const isReset = result.timedOut || (result.exitCode === null && result.signal === null)
  if (isReset && !result.aborted) return reset(before)
  if (result.left === undefined)
    return { state: before, lines: [...place(before), ...back(before, result)] }
  const { state, dropped, left } = workspace.nextShell(before, result.left)
  const lines = [...place(state), ...back(before, result)]
  const kept = Object.keys(state.variables)
  if (kept.length > 0 && !isSame(state.variables, before.variables))
    lines.push(`Kept for the next commands: ${nameFirst(kept, MOST_NAMED)}.`)
  if (dropped.length > 0)
    lines.push(
      `Not kept for the next command: ${nameFirst(dropped, MOST_NAMED)}. Set them in the same command.`,
    )
  if (left !== null)
    lines.push(`The next command starts in ${state.folder || 'the project folder'}: ${left}.`)
  return { state, lines }
}

/** Whether a state is worth a row. */
export function isShellStart({ folder, variables }: ShellState): boolean {
  return folder === '' && Object.keys(variables).length === 0
}

function reset(before: ShellState): ShellAfter {
  const lines = isShellStart(before)
    ? []
    : ['The next command starts in the project folder, with no kept variables.']
  return { state: SHELL_START, lines }
}

function place({ folder }: ShellState): string[] {
  return folder === '' ? [] : [`cwd: ${folder}`]
}

/** Models repeat `cd sub` although they are there. */
function back({ folder }: ShellState, { exitCode, output }: CommandResult): string[] {
  if (folder === '' || exitCode === 0 || !/\bcd: .*No such file or directory/.test(output))
    return []
  const up = folder.split('/').fill('..').join('/')
  return [`The command began in ${folder}. cd ${up} leads to the project folder.`]
}

function isSame(a: ShellState['variables'], b: ShellState['variables']): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}
