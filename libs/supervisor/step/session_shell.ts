import { SHELL_START, type ShellState } from '#workspace'
import type { Deps } from '../deps/deps.js'
import { type Frame, ordered, type ReadyCall } from './frame.js'

/**
 * The folder and the variables that a call starts with: where the newest command of the session ended (row 171).
 * They come from rows, so a kill changes nothing, and no shell has to stay open.
 * @returns undefined where nothing lasts: for other tools, for the program's own checks, and where it is off
 */
export function sessionShell(
  { call, tool }: Pick<ReadyCall, 'call' | 'tool'>,
  frame: Frame,
  { ledger, persistentShell }: Pick<Deps, 'ledger' | 'persistentShell'>,
): ShellState | undefined {
  if (persistentShell !== true || tool.shell !== true || call.origin === 'program') return undefined
  const fresh = ordered(frame)
    .flatMap(({ evidence }) => evidence)
    .findLast(({ facts }) => facts.shell !== undefined)
  const [stored] = ledger.find({ sessionId: frame.view.session.id, fact: 'shell', limit: 1 })
  return readState((fresh ?? stored)?.facts.shell)
}

function readState(fact: unknown): ShellState {
  if (typeof fact !== 'object' || fact === null) return SHELL_START
  const { folder, variables } = fact as Partial<ShellState>
  return { folder: folder ?? '', variables: { ...variables } }
}
