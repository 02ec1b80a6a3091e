import type { Family } from '../family.js'
import { bigFile, oneBug, traceBug } from './bugs.js'
import { killedChain, longChain } from './investigations.js'
import { wideRename } from './renames.js'

/** Every kind of task. */
export const FAMILIES: readonly Family[] = [
  oneBug,
  traceBug,
  bigFile,
  wideRename,
  longChain,
  killedChain,
]
