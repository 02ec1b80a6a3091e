import { posix } from 'node:path'
import type { ShellState, Workspace } from '#workspace'
import type { NewFile } from '../policy/tool.js'
import type { Programs } from './readers/program.js'
import { startState } from './state/state.js'
import type { Seen } from './state/types.js'
import { createWalker } from './walk/create_walker.js'
import { openDisk } from './walk/disk.js'
import { walkText } from './walk/walk.js'

/**
 * Walks a shell text by bash's grammar (unbash 6.0.4) and reports what it names, what it runs and what
 * is unsure. It begins in the folder and with the variables of `shell`. Reads the disk for patterns, links and scripts; changes nothing, never throws.
 * Bounded: parts, words, patterns and nesting are counted; a text above a bound is "unsure".
 */
export function inspectShell(
  text: string,
  workspace: Workspace,
  {
    programs,
    shell,
    written,
  }: { programs: Programs; shell: ShellState; written: readonly NewFile[] },
): Seen {
  const walker = createWalker(openDisk(workspace, written), workspace.root, programs)
  try {
    const cwd = posix.join(workspace.root, shell.folder)
    const state = startState(cwd, workspace.home ?? null)
    for (const [name, value] of Object.entries(shell.variables)) state.vars.set(name, [value])
    walkText(text, state, walker)
    walker.finish()
  } catch (error) {
    // The parser failed: what bash would do is unknown.
    walker.unsure(error instanceof RangeError ? 'it nests too deeply' : 'it cannot be parsed')
  }
  return walker.seen
}
