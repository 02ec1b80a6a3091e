import type { Workspace } from '#workspace'
import { startState } from './state/state.js'
import type { Seen } from './state/types.js'
import { createWalker } from './walk/create_walker.js'
import { lookAtDisk } from './walk/disk.js'
import { walkText } from './walk/walk.js'

/**
 * Walks a shell text by bash's grammar (unbash 6.0.4) and tells what it names, what it runs and what
 * cannot be told. Reads the disk for patterns, links and scripts; changes nothing, never throws.
 * Bounded: parts, words, patterns and nesting are counted, and whatever is above a bound is "unsure".
 */
export function lookAtShell(text: string, workspace: Workspace): Seen {
  const walker = createWalker(lookAtDisk(workspace), workspace.root)
  try {
    walkText(text, startState(workspace.root, workspace.home ?? null), walker)
    walker.finish()
  } catch (error) {
    // The grammar gave up: whatever bash makes of it is not known here.
    walker.unsure(error instanceof RangeError ? 'it nests too deep' : 'it cannot be parsed')
  }
  return walker.seen
}
